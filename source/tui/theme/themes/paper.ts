import { themeOf } from './palette.ts';

/** A printed page: sepia lines, ink blue and bottle green, brick red for errors. */
export const paper = themeOf({
	faint: '#665c4b',
	idle: '#665c4b',
	down: '#00607a',
	up: '#3f6300',
	stalled: '#8a4b00',
	error: '#a82318',
	info: '#3d5573',
	title: '#6e2c00',
	heading: '#453a2a',
	key: '#8f3d00',
	cursor: '#eee4d0',
	selection: '#7b2b78',
	match: '#9c0f45',
	border: '#928468',
	focus: '#9a4000',
	gauge: '#9a5b1c',
	track: '#968a72',
});
