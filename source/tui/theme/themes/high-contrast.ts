import type { Theme } from '../theme.ts';
import { background, foreground } from './color.ts';

/** Maximum contrast, for a black background. Most text is white; weight and underline replace shades. */
export const highContrast: Theme = {
	normal: foreground('#ffffff'),
	faint: foreground('#d0d0d0'),
	good: foreground('#66ff66'),
	busy: foreground('#66ffff'),
	warning: `1;${foreground('#ffff00')}`,
	bad: `1;4;${foreground('#ffafaf')}`,
	down: foreground('#66ffff'),
	up: foreground('#66ff66'),
	stalled: `1;${foreground('#ffff00')}`,
	idle: foreground('#d0d0d0'),
	info: foreground('#ffffff'),
	title: `1;4;${foreground('#ffffff')}`,
	heading: `1;4;${foreground('#ffffff')}`,
	key: `1;${foreground('#ffff00')}`,
	cursor: background('#000087'),
	selection: `1;${foreground('#ffafff')}`,
	match: `1;4;${foreground('#ffd700')}`,
	border: foreground('#ffffff'),
	focus: `1;${foreground('#ffff00')}`,
	graph: foreground('#66ffff'),
	gauge: foreground('#66ff66'),
	track: foreground('#b0b0b0'),
};
