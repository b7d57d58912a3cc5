import { type PlacedColumn, rowCells } from '../../columns/layout.ts';
import { fit, truncate, width as widthOf } from '../../format/cells.ts';
import { style, type Theme, type Token } from '../theme/theme.ts';

/** How a row is drawn: under the cursor, as old, or as usual; and whether it is marked. */
export type RowLook = Kind | `${Kind} marked`;
type Kind = 'usual' | 'faint' | 'selected';

/** Stands before the first cell of a marked row: a mark must be seen without colour too. */
const SELECTION_SIGN = '● ';
/** Stands there in the other rows, as long as any is marked: their texts begin in the same column. */
const NO_SIGN = '  ';

const clusters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** What is not ASCII, with the character before and behind. */
const beyondAscii = /[\x20-\x7e]?(?:[^\x20-\x7e]+[\x20-\x7e]?)+/g;

/** What is made out of a row beside its look. */
export interface RowExtras {
	/** To be made out in the text, in lower case. */
	readonly words?: readonly string[];
	/** Stands behind the text; '' for none. Sanitised. */
	readonly note?: string;
	/** Is there room for the sign of a mark, marked or not? */
	readonly hasGutter?: boolean;
}

/**
 * One row of a list, each cell in its width. The mark, the words and the note are in the column that grows: that is
 * what rows go by. Where none grows it is the first.
 */
export function drawRow<Row>(
	placed: readonly PlacedColumn<Row>[],
	row: Row,
	look: RowLook,
	theme: Theme,
	{ words = [], note = '', hasGutter = false }: RowExtras = {},
): string {
	const cells = rowCells(placed, row);
	const marked = look.endsWith('marked');
	const main = Math.max(
		0,
		placed.findIndex(({ column }) => column.grows),
	);
	const room = placed[main]?.width ?? 0;
	if (marked || hasGutter) cells[main] = withSign(marked ? SELECTION_SIGN : NO_SIGN, cells[main] ?? '', room);
	if (note !== '') cells[main] = withNote(cells[main] ?? '', note, room);
	if (look.startsWith('selected')) return style(theme, 'selected', cells.join(' '));
	if (look.startsWith('faint')) return style(theme, 'faint', cells.join(' '));
	return placed
		.map(({ column }, index) => {
			const token: Token = index === main && marked ? 'mark' : (column.tone?.(row) ?? 'normal');
			const cell = cells[index] ?? '';
			return index === main && words.length > 0
				? withMatches(cell, words, theme, token)
				: style(theme, token, cell);
		})
		.join(' ');
}

function withSign(sign: string, cell: string, width: number): string {
	const text = truncate(sign + cell.trimEnd(), width);
	return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** The note stands at the right end of the cell; it leaves the text half of it at least. */
function withNote(cell: string, note: string, width: number): string {
	const shown = ` ${truncate(note, Math.floor(width / 2) - 1)}`;
	return fit(cell.trimEnd(), width - widthOf(shown)) + shown;
}

/** Makes out every place where one of the words stands. */
function withMatches(cell: string, words: readonly string[], theme: Theme, token: Token): string {
	// As a filter has it: a sigma is one letter wherever it stands.
	const lower = cell.toLowerCase().replaceAll('ς', 'σ');
	// In a few scripts a letter changes its length: then places in one are not places in the other.
	if (lower.length !== cell.length) return style(theme, token, cell);
	const matched = new Uint8Array(cell.length);
	for (const word of words) {
		for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
			matched.fill(1, at, at + word.length);
		}
	}
	// What a terminal draws as one character has one look. Between two ASCII characters there is always a border.
	for (const { index: begin, 0: run } of cell.matchAll(beyondAscii)) {
		for (const { index, segment } of clusters.segment(run)) {
			const [first, end] = [begin + index, begin + index + segment.length];
			if (matched.subarray(first, end).includes(1)) matched.fill(1, first, end);
		}
	}
	let line = '';
	for (let start = 0; start < cell.length; ) {
		let end = start + 1;
		while (end < cell.length && matched[end] === matched[start]) end++;
		line += style(theme, matched[start] === 1 ? 'match' : token, cell.slice(start, end));
		start = end;
	}
	return line;
}
