import { themeOf } from './palette.ts';

/** Ink on white, for light backgrounds down to about #f0f0f0. */
export const light = themeOf({
	faint: '#565d68',
	idle: '#565d68',
	down: '#00618a',
	up: '#1a6b1f',
	stalled: '#7d4b00',
	error: '#b3151c',
	info: '#2a4f86',
	title: '#004a9f',
	heading: '#2f3742',
	key: '#0b57b8',
	cursor: '#dbe6f2',
	selection: '#6a1bb0',
	match: '#a3004f',
	border: '#7b8594',
	focus: '#0b5cc4',
	gauge: '#2b6cb8',
	track: '#858d99',
});
