import type { Theme } from '../theme.ts';

/** No colors: weight, underline and inversion only. */
export const none: Theme = {
	normal: '',
	faint: '2',
	good: '',
	busy: '',
	warning: '1',
	bad: '1',
	down: '',
	up: '',
	stalled: '',
	idle: '2',
	info: '',
	title: '1',
	heading: '1;4',
	key: '1',
	cursor: '7',
	selection: '1',
	match: '4',
	border: '2',
	focus: '1',
	graph: '',
	gauge: '',
	track: '2',
};
