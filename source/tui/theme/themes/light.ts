import type { Theme } from '../theme.ts';
import { ink, inkOn } from './colour.ts';

/** True colour for light backgrounds, down to about #f0f0f0. */
export const light: Theme = {
	normal: '',
	faint: ink('#5c5c5c'),
	good: ink('#004b00'),
	busy: ink('#004a86'),
	warning: ink('#7a4a00'),
	bad: `1;${ink('#a80000')}`,
	info: ink('#2a4b7a'),
	title: `1;${ink('#004a9f')}`,
	heading: `1;${ink('#303030')}`,
	key: `1;${ink('#7a007a')}`,
	cursor: inkOn('#ffffff', '#004a9f'),
	selection: `1;${ink('#5a00a0')}`,
	match: `1;4;${ink('#a0004a')}`,
	border: ink('#4a4c4f'),
	graph: ink('#004a86'),
	gauge: ink('#004b00'),
	track: ink('#808080'),
};
