import type { Theme } from '../theme.ts';
import { ink, inkOn } from './colour.ts';

/** True colour for dark backgrounds, up to about #2b2b2b. */
export const dark: Theme = {
	normal: '',
	faint: ink('#9a9a9a'),
	good: ink('#87d787'),
	busy: ink('#6cc6f2'),
	warning: ink('#e8c35a'),
	bad: `1;${ink('#ff8f8a')}`,
	info: ink('#a9c8f0'),
	title: `1;${ink('#8fd0ff')}`,
	heading: `1;${ink('#d0d0d0')}`,
	key: `1;${ink('#f0cf7a')}`,
	cursor: inkOn('#ffffff', '#204a7f'),
	selection: `1;${ink('#d7afff')}`,
	match: `1;4;${ink('#ffb86c')}`,
	border: ink('#8f9bb3'),
	graph: ink('#6cc6f2'),
	gauge: ink('#87d787'),
	track: ink('#787878'),
};
