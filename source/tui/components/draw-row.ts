import type { Column, Piece } from '../../columns/column.ts';
import type { PlacedColumn } from '../../columns/layout.ts';
import { fit, shorten, truncate, width as widthOf } from '../../format/cells.ts';
import { style, styleOnCursor, type Theme, type Token } from '../theme/theme.ts';
import { matchRuns, type Run } from './match-runs.ts';

/** The look of a row: under the cursor, stale, or usual; and whether it is selected. */
export type RowLook = Kind | `${Kind} selected`;
type Kind = 'usual' | 'faint' | 'cursor';

/** Cells before the first column of a row, for the sign of the cursor. */
export const GUTTER_CELLS = 1;
/** Sign of the cursor, visible without color too. */
const CURSOR_SIGN = '▌';
/** Prefix of a selected row, visible without color too. */
const SELECTION_SIGN = '● ';
/** Prefix of other rows while any is selected, so that all texts start in the same column. */
const NO_SIGN = '  ';
/** Cells of them. */
export const SELECTION_CELLS = NO_SIGN.length;

/** Additions to a row beside its look. */
interface RowExtras {
	/** Words to highlight in the text, in lower case. */
	readonly words?: readonly string[];
	/** Text after the cell text; '' for none. Sanitized. */
	readonly note?: string;
	/** Text of the cell that is not of the row alone; '' for none. Sanitized. */
	readonly live?: string;
	/** Whether there is space for the selection sign, selected or not. */
	readonly hasGutter?: boolean;
}

/**
 * Draws one row of a list: the gutter, then each cell in its width. Selection sign, highlights and note are in the
 * flexible column, which identifies the row. Without one they are in the first column. The cursor covers the row up to
 * that column, so that moving it sends half of the bytes of two whole rows.
 */
export function drawRow<Row>(
	placed: readonly PlacedColumn<Row>[],
	row: Row,
	look: RowLook,
	theme: Theme,
	extras: RowExtras = {},
): string {
	const isCursor = look.startsWith('cursor');
	const runs: Run[] = [{ text: isCursor ? CURSOR_SIGN : ' ', token: isCursor ? 'focus' : 'normal' }];
	const flexible = placed.findIndex(({ column }) => column.grows);
	const main = Math.max(0, flexible);
	const covered = coveredCells(placed, row);
	/** Number of runs with the background of the cursor: those up to the flexible column. */
	let tinted = Number.POSITIVE_INFINITY;
	for (let index = 0; index < placed.length; index++) {
		const { column, width } = placed[index] as PlacedColumn<Row>;
		if (index > 0) runs.push({ text: ' ', token: undefined });
		if (covered?.from === index) {
			runs.push({
				text: fit(shorten(covered.reason.text, covered.width), covered.width),
				token: covered.reason.tone,
			});
			index = covered.to;
		} else if (index === main) runs.push(...mainCell(column, row, width, look, extras));
		else if (column.isLive)
			runs.push({ text: fit(extras.live ?? '', width, column.align), token: toneOf(column, row) });
		else runs.push(...cellRuns(column, row, width));
		if (index === flexible) tinted = runs.length;
	}
	if (look.startsWith('faint')) return style(theme, 'faint', runs.map(({ text }) => text).join(''));
	if (!isCursor) return drawRuns(runs, (token, text) => style(theme, token, text));
	const bright = runs
		.slice(0, tinted)
		.map((run) => (run.token && isDim(run.token) ? { ...run, token: 'normal' as const } : run));
	return (
		drawRuns(bright, (token, text) => styleOnCursor(theme, token, text)) +
		drawRuns(runs.slice(tinted), (token, text) => style(theme, token, text))
	);
}

/** Whether a token is dim. Under the cursor it is not, which is easier to read and shorter to send. */
function isDim(token: Token): boolean {
	return token === 'faint' || token === 'idle';
}

function toneOf<Row>({ tone }: Column<Row>, row: Row): Token {
	return tone?.(row) ?? 'normal';
}

/** Returns the parts of a cell, in its width. */
function cellRuns<Row>(column: Column<Row>, row: Row, width: number): readonly Run[] {
	const pieces = column.pieces?.(row, width);
	if (pieces && pieces.reduce((sum, { text }) => sum + widthOf(text), 0) === width) {
		return pieces.map(({ text, tone }) => ({ text, token: tone }));
	}
	return [{ text: fit(column.value(row, width), width, column.align), token: toneOf(column, row) }];
}

/** Returns the cell that identifies the row: selection sign, text with its matches, note. */
function mainCell<Row>(
	column: Column<Row>,
	row: Row,
	width: number,
	look: RowLook,
	{ words = [], note = '', hasGutter = false }: RowExtras,
): readonly Run[] {
	const selected = look.endsWith('selected');
	const token = selected ? 'selection' : toneOf(column, row);
	const sign = truncate(selected ? SELECTION_SIGN : hasGutter ? NO_SIGN : '', width);
	// The text keeps at least half of the cell.
	const after = note === '' ? '' : ` ${truncate(note, Math.floor(width / 2) - 1)}`;
	const room = Math.max(0, width - widthOf(sign) - widthOf(after));
	const text = fit(column.value(row, room), room, column.align);
	return [{ text: sign, token }, ...matchRuns(text, words, token), { text: after, token }];
}

/** Cells that a reason replaces: the indexes of the first and the last column, and the width of all. */
interface Covered {
	readonly from: number;
	readonly to: number;
	readonly width: number;
	readonly reason: Piece;
}

function coveredCells<Row>(placed: readonly PlacedColumn<Row>[], row: Row): Covered | undefined {
	const from = placed.findIndex(({ column }) => column.reason?.(row) !== undefined);
	const reason = placed[from]?.column.reason?.(row);
	if (!reason) return undefined;
	const needed = widthOf(reason.text);
	let width = placed[from]?.width ?? 0;
	let to = from;
	for (let next = placed[to + 1]; next; next = placed[to + 1]) {
		const { column } = next;
		const continues = column.reason ? column.reason(row) !== undefined : !column.grows && width < needed;
		if (!continues) break;
		width += 1 + next.width;
		to++;
	}
	return { from, to, width, reason };
}

/** Draws runs, adjacent ones of one token together. Gaps between them join these. */
function drawRuns(runs: readonly Run[], draw: (token: Token, text: string) => string): string {
	let line = '';
	let text = '';
	let token: Token = 'normal';
	for (let index = 0; index < runs.length; index++) {
		const run = runs[index] as Run;
		if (run.text === '') continue;
		const wanted: Token = run.token ?? (runs[index + 1]?.token === token ? token : 'normal');
		if (wanted !== token && text !== '') {
			line += draw(token, text);
			text = '';
		}
		token = wanted;
		text += run.text;
	}
	return text === '' ? line : line + draw(token, text);
}
