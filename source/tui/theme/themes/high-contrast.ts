import type { Theme } from '../theme.ts';
import { ink, inkOn } from './colour.ts';

/** Maximum contrast, for a black background. Most text is white; weight and underline replace shades. */
export const highContrast: Theme = {
	normal: ink('#ffffff'),
	faint: ink('#d0d0d0'),
	good: ink('#66ff66'),
	busy: ink('#66ffff'),
	warning: `1;${ink('#ffff00')}`,
	bad: `1;4;${ink('#ffafaf')}`,
	info: ink('#ffffff'),
	title: `1;4;${ink('#ffffff')}`,
	heading: `1;4;${ink('#ffffff')}`,
	key: `1;${ink('#ffff00')}`,
	cursor: inkOn('#000000', '#ffff00'),
	selection: `1;${ink('#ffafff')}`,
	match: `1;4;${ink('#ffd700')}`,
	border: ink('#ffffff'),
	graph: ink('#66ffff'),
	gauge: ink('#66ff66'),
	track: ink('#b0b0b0'),
};
