import { moveRows, selectionAmong } from './list.ts';
import type { RowKind, Rows } from './rows.ts';

/** A change of the selection: of these rows, the start or end of a range, or a move that extends it. */
export type SelectionStep = 'current' | 'all' | 'others' | 'none' | 'range' | { readonly extend: number };

/** Returns the rows after a change of the selection. */
export function selectRows<Row, Slice extends Rows<Row>>(
	kind: RowKind<Row>,
	slice: Slice,
	step: SelectionStep,
): Slice {
	if (step === 'range') return toggleRange(kind, slice);
	if (typeof step === 'string') return updateSelection(kind, slice, step);
	return extendRange(kind, slice, (before) => moveRows(kind, before, step.extend));
}

/**
 * Toggles the current row, selects all visible rows, inverts the visible ones, or selects none. Ends a range;
 * clearing during a range restores the selection before it.
 */
export function updateSelection<Row, Slice extends Rows<Row>>(
	kind: RowKind<Row>,
	slice: Slice,
	which: 'current' | 'all' | 'others' | 'none',
): Slice {
	const { view, cursorAt, range } = slice;
	if (which === 'none' && range?.isPersistent) return { ...slice, selection: range.before, range: undefined };
	const selection = new Set(which === 'none' ? [] : slice.selection);
	const rows = which === 'none' ? [] : which === 'current' ? view.slice(cursorAt, cursorAt + 1) : view;
	for (const key of rows.map(kind.keyOf)) if (which === 'all' || !selection.delete(key)) selection.add(key);
	return { ...slice, selection, range: undefined };
}

/** Selects exactly these keys, without keys that are gone. While rows are loading, all keys are kept. */
export function selectKeys<Row, Slice extends Rows<Row>>(
	kind: RowKind<Row>,
	slice: Slice,
	keys: ReadonlySet<string>,
): Slice {
	const selection = slice.isPartial ? keys : selectionAmong(kind, slice.list, keys);
	return { ...slice, selection, range: undefined };
}

/** Starts a range at the cursor that follows it; ends a persistent range. */
export function toggleRange<Row, Slice extends Rows<Row>>(kind: RowKind<Row>, slice: Slice): Slice {
	return slice.range?.isPersistent ? endRange(slice) : beginRange(kind, slice, true);
}

/** Moves with `move` and selects the rows passed; a temporary range ends with the next normal move. */
export function extendRange<Row, Slice extends Rows<Row>>(
	kind: RowKind<Row>,
	slice: Slice,
	move: (slice: Slice) => Slice,
): Slice {
	const begun = slice.range ? slice : beginRange(kind, slice, false);
	return follow(kind, begun, move(begun));
}

/** Moves with `move`. A persistent range follows the cursor; a temporary one ends. */
export function moveWithRange<Row, Slice extends Rows<Row>>(
	kind: RowKind<Row>,
	slice: Slice,
	move: (slice: Slice) => Slice,
): Slice {
	if (!slice.range) return move(slice);
	return slice.range.isPersistent ? follow(kind, slice, move(slice)) : move(endRange(slice));
}

/** Ends a range; its rows stay selected. */
export function endRange<Slice extends Pick<Rows<never>, 'range'>>(slice: Slice): Slice {
	return slice.range ? { ...slice, range: undefined } : slice;
}

function beginRange<Row, Slice extends Rows<Row>>(
	kind: RowKind<Row>,
	slice: Slice,
	isPersistent: boolean,
): Slice {
	const row = slice.view[slice.cursorAt];
	if (row === undefined) return slice;
	const anchor = kind.keyOf(row);
	const selection = new Set(slice.selection).add(anchor);
	return { ...slice, selection, range: { anchor, before: slice.selection, isPersistent } };
}

/**
 * Selects rows that a move added to the range and deselects those that it left. Only rows between the cursor
 * positions change: rows that a poll sorted in between stay.
 */
function follow<Row, Slice extends Rows<Row>>(kind: RowKind<Row>, from: Slice, to: Slice): Slice {
	const { range } = from;
	if (!range || to.cursorAt === from.cursorAt) return to;
	const anchorAt = to.view.findIndex((row) => kind.keyOf(row) === range.anchor);
	if (anchorAt < 0) {
		// The anchor has gone or is filtered out: restart at the cursor and keep the selection.
		const row = from.view[from.cursorAt];
		if (row === undefined || !to.view.includes(row)) return endRange(to);
		const begun = beginRange(kind, from, range.isPersistent);
		return follow(kind, begun, { ...to, selection: begun.selection, range: begun.range });
	}
	const selection = new Set(to.selection);
	const isWithin = (at: number, end: number) =>
		at >= Math.min(anchorAt, end) && at <= Math.max(anchorAt, end);
	const last = Math.max(from.cursorAt, to.cursorAt);
	for (let at = Math.min(from.cursorAt, to.cursorAt); at <= last; at++) {
		const row = to.view[at];
		if (row === undefined) continue;
		const is = isWithin(at, to.cursorAt);
		if (is === isWithin(at, from.cursorAt)) continue;
		const key = kind.keyOf(row);
		if (is) selection.add(key);
		else if (!range.before.has(key)) selection.delete(key);
	}
	return { ...to, selection };
}

/** Returns the selected rows in screen order; filtered-out ones come last. A duplicate key counts once. */
export function selectedRows<Row>(
	kind: RowKind<Row>,
	{ selection, ordered, view }: Rows<Row>,
): readonly Row[] {
	if (selection.size === 0) return [];
	const left = new Set(selection);
	const isSelected = (row: Row) => left.delete(kind.keyOf(row));
	if (view === ordered) return view.filter(isSelected);
	const shown = new Set(view);
	return [...view.filter(isSelected), ...ordered.filter((row) => !shown.has(row) && isSelected(row))];
}

/** Returns how many of these rows are filtered out. */
export function filteredOutAmong<Row>({ ordered, view }: Rows<Row>, rows: readonly Row[]): number {
	if (view === ordered) return 0;
	const shown = new Set(view);
	return rows.filter((row) => !shown.has(row)).length;
}
