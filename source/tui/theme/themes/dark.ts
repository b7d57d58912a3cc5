import { themeOf } from './palette.ts';

/** Slate and sky blue, for dark backgrounds up to about #2b2b2b. */
export const dark = themeOf({
	faint: '#9aa3b0',
	idle: '#9aa3b0',
	down: '#62d0f2',
	up: '#8adf90',
	stalled: '#eac362',
	error: '#ff8a8a',
	info: '#b4cdf2',
	title: '#8fd0ff',
	heading: '#c3cbd8',
	key: '#8ab4ff',
	cursor: '#283a52',
	selection: '#dab6ff',
	match: '#ffbe78',
	border: '#727a88',
	focus: '#6fbaff',
	gauge: '#7fb2e8',
	track: '#727b8a',
});
