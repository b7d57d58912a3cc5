import type { Theme } from '../theme.ts';

/** The 16 colors of every terminal, as configured by its user, for dark and light backgrounds. */
export const sixteen: Theme = {
	normal: '',
	faint: '2',
	good: '32',
	busy: '36',
	warning: '33',
	bad: '1;31',
	down: '36',
	up: '32',
	stalled: '33',
	idle: '2',
	info: '',
	title: '1;36',
	heading: '1',
	key: '1',
	cursor: '1;97;44',
	selection: '1;35',
	match: '1;4',
	border: '2',
	focus: '36',
	graph: '36',
	gauge: '32',
	track: '2',
};
