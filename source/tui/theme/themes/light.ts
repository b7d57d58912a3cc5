import type { Theme } from '../theme.ts';
import { foreground, foregroundOn } from './colour.ts';

/** True colour for light backgrounds, down to about #f0f0f0. */
export const light: Theme = {
	normal: '',
	faint: foreground('#5c5c5c'),
	good: foreground('#004b00'),
	busy: foreground('#004a86'),
	warning: foreground('#7a4a00'),
	bad: `1;${foreground('#a80000')}`,
	down: foreground('#004a86'),
	up: foreground('#004b00'),
	stalled: foreground('#7a4a00'),
	idle: foreground('#5c5c5c'),
	info: foreground('#2a4b7a'),
	title: `1;${foreground('#004a9f')}`,
	heading: `1;${foreground('#303030')}`,
	key: `1;${foreground('#7a007a')}`,
	cursor: foregroundOn('#ffffff', '#004a9f'),
	selection: `1;${foreground('#5a00a0')}`,
	match: `1;4;${foreground('#a0004a')}`,
	border: foreground('#4a4c4f'),
	focus: foreground('#004a9f'),
	graph: foreground('#004a86'),
	gauge: foreground('#004b00'),
	track: foreground('#808080'),
};
