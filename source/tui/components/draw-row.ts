import { type PlacedColumn, rowCells } from '../../columns/layout.ts';
import { fit, truncate, width as widthOf } from '../../format/cells.ts';
import { style, type Theme, type Token } from '../theme/theme.ts';

/** The look of a row: under the cursor, stale, or usual; and whether it is selected. */
export type RowLook = Kind | `${Kind} selected`;
type Kind = 'usual' | 'faint' | 'cursor';

/** Prefix of a selected row, visible without colour too. */
const SELECTION_SIGN = '● ';
/** Prefix of other rows while any is selected, so that all texts start in the same column. */
const NO_SIGN = '  ';

const clusters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Characters beyond ASCII, with the character before and after. */
const beyondAscii = /[\x20-\x7e]?(?:[^\x20-\x7e]+[\x20-\x7e]?)+/g;

/** Additions to a row beside its look. */
export interface RowExtras {
	/** Words to highlight in the text, in lower case. */
	readonly words?: readonly string[];
	/** Text after the cell text; '' for none. Sanitized. */
	readonly note?: string;
	/** Whether there is space for the selection sign, selected or not. */
	readonly hasGutter?: boolean;
}

/**
 * Draws one row of a list, each cell in its width. Selection sign, highlights and note are in the flexible column,
 * which identifies the row. Without one they are in the first column.
 */
export function drawRow<Row>(
	placed: readonly PlacedColumn<Row>[],
	row: Row,
	look: RowLook,
	theme: Theme,
	{ words = [], note = '', hasGutter = false }: RowExtras = {},
): string {
	const cells = rowCells(placed, row);
	const selected = look.endsWith('selected');
	const main = Math.max(
		0,
		placed.findIndex(({ column }) => column.grows),
	);
	const room = placed[main]?.width ?? 0;
	if (selected || hasGutter)
		cells[main] = withSign(selected ? SELECTION_SIGN : NO_SIGN, cells[main] ?? '', room);
	if (note !== '') cells[main] = withNote(cells[main] ?? '', note, room);
	if (look.startsWith('cursor')) return style(theme, 'cursor', cells.join(' '));
	if (look.startsWith('faint')) return style(theme, 'faint', cells.join(' '));
	return placed
		.map(({ column }, index) => {
			const token: Token = index === main && selected ? 'selection' : (column.tone?.(row) ?? 'normal');
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

/** Puts the note at the right end of the cell. The text keeps at least half of it. */
function withNote(cell: string, note: string, width: number): string {
	const shown = ` ${truncate(note, Math.floor(width / 2) - 1)}`;
	return fit(cell.trimEnd(), width - widthOf(shown)) + shown;
}

/** Highlights every occurrence of the words, which are in lower case. */
export function withMatches(cell: string, words: readonly string[], theme: Theme, token: Token): string {
	// As in a filter, a final sigma equals a sigma.
	const lower = cell.toLowerCase().replaceAll('ς', 'σ');
	// In some scripts case mapping changes the length of the text, so indexes do not match.
	if (lower.length !== cell.length) return style(theme, token, cell);
	const matched = new Uint8Array(cell.length);
	for (const word of words) {
		for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
			matched.fill(1, at, at + word.length);
		}
	}
	// A grapheme cluster has one look. Between two ASCII characters there is always a boundary.
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
