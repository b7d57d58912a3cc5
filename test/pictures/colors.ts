import type { IBufferCell } from '@xterm/headless';

/** Colors of a terminal: text, background, and the first 16 of its palette. */
export interface TerminalLook {
	readonly text: string;
	readonly background: string;
	readonly palette: readonly string[];
}

export const darkTerminal: TerminalLook = {
	text: '#d4d4d4',
	background: '#16171a',
	palette: [
		...['#1c1c1e', '#e0525b', '#3fbf7f', '#d9b44a', '#5a8fe0', '#c678dd', '#35b5c9', '#d4d4d4'],
		...['#7a7d85', '#ff6b74', '#5fdc9c', '#f5d06b', '#7fb0ff', '#dd9cf0', '#5fd7e8', '#ffffff'],
	],
};

export const lightTerminal: TerminalLook = { ...darkTerminal, text: '#24262b', background: '#ffffff' };

/** Returns the color of a cell's text or background; undefined for the default of the terminal. */
export function colorOf(cell: IBufferCell, kind: 'fg' | 'bg', { palette }: TerminalLook): string | undefined {
	const isText = kind === 'fg';
	const color = isText ? cell.getFgColor() : cell.getBgColor();
	if (isText ? cell.isFgRGB() : cell.isBgRGB()) return `#${color.toString(16).padStart(6, '0')}`;
	if (isText ? cell.isFgPalette() : cell.isBgPalette()) return palette[color] ?? paletteColor(color);
	return undefined;
}

/** Returns a color of the palette of 256 after the first 16: a cube of 216, and 24 grays. */
function paletteColor(index: number): string {
	if (index >= 232) return hex(Array(3).fill(8 + (index - 232) * 10));
	const cube = index - 16;
	const level = (step: number) => (step === 0 ? 0 : 55 + step * 40);
	return hex([Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map(level));
}

function hex(parts: readonly number[]): string {
	return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
