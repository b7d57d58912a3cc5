import type { Theme } from '../theme.ts';
import { foreground, foregroundOn } from './colour.ts';

/** True colour for dark backgrounds, up to about #2b2b2b. */
export const dark: Theme = {
	normal: '',
	faint: foreground('#9a9a9a'),
	good: foreground('#87d787'),
	busy: foreground('#6cc6f2'),
	warning: foreground('#e8c35a'),
	bad: `1;${foreground('#ff8f8a')}`,
	down: foreground('#6cc6f2'),
	up: foreground('#87d787'),
	stalled: foreground('#e8c35a'),
	idle: foreground('#9a9a9a'),
	info: foreground('#a9c8f0'),
	title: `1;${foreground('#8fd0ff')}`,
	heading: `1;${foreground('#d0d0d0')}`,
	key: `1;${foreground('#f0cf7a')}`,
	cursor: foregroundOn('#ffffff', '#204a7f'),
	selection: `1;${foreground('#d7afff')}`,
	match: `1;4;${foreground('#ffb86c')}`,
	border: foreground('#8f9bb3'),
	focus: foreground('#8fd0ff'),
	graph: foreground('#6cc6f2'),
	gauge: foreground('#87d787'),
	track: foreground('#787878'),
};
