import { themeOf } from './palette.ts';

/** A warm room: orange light on brown, with muted sea colors for the rates. */
export const ember = themeOf({
	faint: '#b5a595',
	idle: '#b0a090',
	down: '#83cfc6',
	up: '#bcd06e',
	stalled: '#f2bd54',
	error: '#ff927a',
	info: '#e6c9a8',
	title: '#ffac5f',
	heading: '#e0cdb8',
	key: '#ffb875',
	cursor: '#51382a',
	selection: '#f0b0c8',
	match: '#ffe08a',
	border: '#8a7463',
	focus: '#ff9d45',
	gauge: '#e09a5c',
	track: '#8a7a6c',
});
