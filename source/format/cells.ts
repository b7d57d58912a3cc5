import { plain } from './characters.ts';
import { graphemes } from './graphemes.ts';
import { clusterWidth, textWidth } from './text-width.ts';

/** Measures and cuts text in terminal cells. Input must be sanitized: escape sequences are counted as plain text. */

const ascii = /^[\x20-\x7e]*$/;

/** Maximum UTF-16 units of a cell. Only invisible characters need more. */
const MAX_UNITS_PER_CELL = 64;

/** Returns the width of a text in cells. */
export function width(text: string): number {
	if (ascii.test(text)) return text.length;
	if (!plain.test(text)) return textWidth(text);
	let cells = 0;
	for (let index = 0; index < text.length; index++) cells += plainWidth(text, index);
	return cells;
}

/** Returns the beginning of `text` that fits into `columns` cells, with '…' at the end if it was cut. */
export function truncate(text: string, columns: number): string {
	return cut(text, columns).text;
}

/** Minimum cells of a shortened word, so that it stays recognizable. */
const MIN_WORD_CELLS = 16;

/**
 * Shortens a sentence to `columns` cells. Cuts the middle of its longest words (paths, addresses, names) first, because
 * the reason follows them. Then cuts the end.
 */
export function shorten(text: string, columns: number): string {
	const words = text.split(' ');
	for (let excess = width(text) - columns; excess > 0; ) {
		const widths = words.map(width);
		const longest = Math.max(...widths);
		if (longest <= MIN_WORD_CELLS) break;
		const index = widths.indexOf(longest);
		const shorter = withoutMiddle(words[index] ?? '', Math.max(MIN_WORD_CELLS, longest - excess));
		words[index] = shorter;
		excess -= longest - width(shorter);
	}
	return truncate(words.join(' '), columns);
}

/**
 * Shortens a name to `columns` cells with '…' in its middle. The end gets half as much space as the beginning.
 * Extensions are short, and names of one folder differ near the beginning.
 */
export function shortenMiddle(name: string, columns: number): string {
	return width(name) <= columns ? name : withoutMiddle(name, columns, 1 / 3);
}

/**
 * Shortens a name to `columns` cells at the end of a word: 'debian-13.2.0…'. Returns '' if no word fits, or less than
 * half of the cells would be used.
 */
export function shortenAtWord(name: string, columns: number): string {
	if (width(name) <= columns) return name;
	const beginning = truncate(name, columns).slice(0, -1);
	const isWhole = /[^\p{L}\p{N}\p{M}]/u.test(name.charAt(beginning.length));
	const words = isWhole ? beginning : beginning.replace(/[\p{L}\p{N}\p{M}]+$/u, '');
	const kept = words.replace(/[^\p{L}\p{N}\p{M})\]]+$/u, '');
	return kept !== '' && 2 * width(kept) >= columns ? `${kept}…` : '';
}

/** Returns the beginning of a word, '…', and its end, which gets `endShare` of the room. */
function withoutMiddle(word: string, columns: number, endShare = 1 / 2): string {
	let room = Math.max(0, Math.floor((columns - 1) * endShare));
	const beginning = truncate(word, columns - room);
	if (ascii.test(word)) return beginning + word.slice(word.length - room);
	let end = '';
	for (const cluster of [...graphemes(word.slice(-room * MAX_UNITS_PER_CELL))].reverse()) {
		room -= width(cluster);
		if (room < 0) break;
		end = cluster + end;
	}
	return beginning + end;
}

/**
 * Returns `text` in exactly `columns` cells, shortened with '…' or padded with spaces. A wide character that does not
 * fit becomes a space.
 */
export function fit(text: string, columns: number, align: 'left' | 'right' | 'center' = 'left'): string {
	const fitting = cut(text, columns);
	const missing = Math.max(0, Math.trunc(columns)) - fitting.cells;
	if (align === 'left') return fitting.text + ' '.repeat(missing);
	if (align === 'right') return ' '.repeat(missing) + fitting.text;
	const before = Math.floor(missing / 2);
	return ' '.repeat(before) + fitting.text + ' '.repeat(missing - before);
}

interface Cut {
	readonly text: string;
	readonly cells: number;
}

function cut(text: string, columns: number): Cut {
	const room = Math.max(0, Math.trunc(columns));
	if (room === 0) return { text: '', cells: 0 };
	if (text.length <= room * MAX_UNITS_PER_CELL && ascii.test(text)) {
		return text.length <= room
			? { text, cells: text.length }
			: { text: `${text.slice(0, room - 1)}…`, cells: room };
	}
	// A name can have a million characters. Only the visible beginning is measured.
	const head = text.length > room * MAX_UNITS_PER_CELL ? text.slice(0, room * MAX_UNITS_PER_CELL) : text;
	// Iterating over plain text would make an object for each character.
	const clusters = plain.test(head) ? undefined : graphemes(head)[Symbol.iterator]();
	let cells = 0;
	// The longest beginning that leaves a cell for the ellipsis.
	let end = 0;
	let endCells = 0;
	for (let index = 0; index < head.length; ) {
		const cluster: string | undefined = clusters?.next().value;
		cells += cluster === undefined ? plainWidth(head, index) : clusterWidth(cluster);
		if (cells > room) return { text: `${head.slice(0, end)}…`, cells: endCells + 1 };
		index += cluster?.length ?? 1;
		if (cells < room) {
			end = index;
			endCells = cells;
		}
	}
	return head === text ? { text, cells } : { text: `${head.slice(0, end)}…`, cells: endCells + 1 };
}

function plainWidth(text: string, index: number): 1 | 2 {
	const unit = text.charCodeAt(index);
	return unit < 0x3000 || unit === 0xfffd ? 1 : 2;
}
