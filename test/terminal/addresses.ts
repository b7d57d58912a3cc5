import type { ScreenSize } from '../screens/pressing.ts';

/** Absolute positions: a cell, a column, the scroll region. */
const ADDRESSES = /\x1b\[(\d*)(?:;(\d*))?([HGr])/g;

/** Returns the sequences that address cells outside of a screen. */
export function addressesOutside(bytes: string, { columns, rows }: ScreenSize): string[] {
	return [...bytes.matchAll(ADDRESSES)].flatMap(([sequence, first = '', second = '', final]) => {
		const across = final === 'G' ? first : final === 'H' ? second : '';
		const down = final === 'H' ? [first] : final === 'r' ? [first, second] : [];
		const isOutside = Number(across) > columns || down.some((row) => Number(row) > rows);
		return isOutside ? [`${JSON.stringify(sequence)} at ${columns}×${rows}`] : [];
	});
}
