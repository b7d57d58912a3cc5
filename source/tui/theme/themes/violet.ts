import { themeOf } from './palette.ts';

/** Night and neon: lavender frames, ice blue and mint, pink for the selection. */
export const violet = themeOf({
	faint: '#a7a1c4',
	idle: '#9f99be',
	down: '#7bd8ff',
	up: '#7ee8b2',
	stalled: '#f5c76e',
	error: '#ffa0b4',
	info: '#c6c4ff',
	title: '#d2b4ff',
	heading: '#d3cdf0',
	key: '#d4b0ff',
	cursor: '#3c3166',
	selection: '#ffa6e0',
	match: '#ffd27f',
	border: '#7f77ad',
	focus: '#c49dff',
	gauge: '#a58bf0',
	track: '#7f78a0',
});
