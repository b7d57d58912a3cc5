import type { ShownCell } from '../terminal/shown-screen.ts';

/** The letter of each style in a golden file. Uppercase letters are bold. */
const STYLE_LETTERS: Readonly<Record<string, string>> = {
	'': ' ',
	dim: 'd',
	inverse: 'i',
	'on blue': 'i',
	'bold bright-white on blue': 'i',
	underline: 'u',
	red: 'r',
	green: 'g',
	yellow: 'y',
	cyan: 'c',
	magenta: 'm',
	bold: 'B',
	'bold underline': 'U',
	'bold red': 'R',
	'bold green': 'G',
	'bold yellow': 'Y',
	'bold cyan': 'C',
	'bold magenta': 'M',
};

/**
 * Formats cells of a screen for a golden file. Every row is between bars. The line below a row has the letter of the
 * style under each cell; a row in plain style has no such line. Empty rows at the end are left out.
 */
export function goldenLines(rows: readonly (readonly ShownCell[])[]): string[] {
	const last = rows.findLastIndex((row) => row.some(({ text, style }) => text !== ' ' || style !== ''));
	return rows.slice(0, last + 1).flatMap((shown) => {
		const styles = shown.map(({ style }) => letterOf(style)).join('');
		const text = `|${shown.map((cell) => cell.text).join('')}|`;
		return styles.trim() === '' ? [text] : [text, ` ${styles.trimEnd()}`];
	});
}

function letterOf(style: string): string {
	const letter = STYLE_LETTERS[style];
	if (letter === undefined) throw new Error(`Style "${style}" has no letter in STYLE_LETTERS.`);
	return letter;
}

/** Joins lines as a file. */
export function goldenText(lines: readonly string[]): string {
	return `${lines.join('\n')}\n`;
}
