import { themeOf } from './palette.ts';

/** Deep water: teal borders, aqua and sea green, coral for errors. */
export const ocean = themeOf({
	faint: '#8fb0b8',
	idle: '#86a8b2',
	down: '#4fd8ee',
	up: '#7fe3b0',
	stalled: '#f0cb7a',
	error: '#ff9c8f',
	info: '#a3d9e8',
	title: '#5fe6e0',
	heading: '#b5d8de',
	key: '#6fe0d2',
	cursor: '#173b4d',
	selection: '#f5b8e8',
	match: '#ffd08a',
	border: '#56808f',
	focus: '#3fd0cf',
	gauge: '#45b8d0',
	track: '#587e8c',
});
