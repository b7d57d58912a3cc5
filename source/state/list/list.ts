import { areSame } from '../../basics/lists.ts';
import { isNarrowerQuery, matcherOfQuery } from '../../filter/query.ts';
import { type Difference, differenceOf } from './difference.ts';
import { queryOf } from './filter.ts';
import { compareBy, mergeRows, sortRows } from './order.ts';
import type { RowKind, Rows, Sort } from './rows.ts';

/** A changed list. Every function here returns the same slice if nothing changed. */

interface ListChange<Row, Slice> {
	readonly slice: Slice;
	/** Changes since the last list; undefined if it is the same. */
	readonly difference: Difference<Row> | undefined;
}

/**
 * Takes a new list. Unchanged rows are recognized by identity. Sorting and filtering process only changed rows, and
 * start over only if rows of an unsorted, filtered list came or went. `isPartial`: more rows will follow, so missing
 * rows are kept.
 */
export function takeRows<Row, Slice extends Rows<Row>>(
	kind: RowKind<Row>,
	before: Slice,
	list: readonly Row[],
	isPartial = false,
): ListChange<Row, Slice> {
	const slice = isPartial === before.isPartial ? before : setPartial(kind, before, list, isPartial);
	if (list === slice.list) return { slice, difference: undefined };
	const difference = differenceOf(kind, slice.list, list);
	const ordered = orderedAfter(kind, slice, list, difference);
	const view = viewAfter(kind, slice, list, ordered, difference);
	const selection =
		difference.aligned || isPartial ? slice.selection : selectionAmong(kind, list, slice.selection);
	const taken = { ...slice, list, ordered, view, selection };
	// The first rows are not the top ones until all are loaded.
	const isLoading = isPartial || before.isPartial;
	return { slice: isLoading ? placeAtTop(kind, taken) : placeCursor(kind, taken), difference };
}

/** Sorts by a column; undefined for the order of the service. */
export function sortList<Row, Slice extends Rows<Row>>(
	kind: RowKind<Row>,
	slice: Slice,
	sort: Sort | undefined,
): Slice {
	const ordered = sort ? sortRows(kind, slice.list, sort) : slice.list;
	const matches = matcherOfQuery(slice.query);
	return placeAtTop(kind, { ...slice, sort, ordered, view: matches ? ordered.filter(matches) : ordered });
}

/** Applies a filter. `now`: reference of ages, Unix ms. */
export function filterList<Row, Slice extends Rows<Row>>(
	kind: RowKind<Row>,
	slice: Slice,
	filter: string,
	now = 0,
): Slice {
	if (filter === slice.filter && !slice.query.timed) return slice;
	const query = queryOf(kind, filter, now);
	const matches = matcherOfQuery(query);
	// A narrower filter can only match rows that matched before.
	const among = isNarrowerQuery(query, slice.query) ? slice.view : slice.ordered;
	const found = matches ? among.filter(matches) : slice.ordered;
	const view = filter === slice.filter && areSame(found, slice.view) ? slice.view : found;
	return placeCursor(kind, { ...slice, filter, query, view });
}

/** Moves the cursor by rows, stopping at the ends; ±Infinity moves to an end. */
export function moveRows<Row, Slice extends Rows<Row>>(
	kind: RowKind<Row>,
	slice: Slice,
	rows: number,
): Slice {
	const cursorAt = Math.max(0, Math.min(slice.view.length - 1, Math.max(0, slice.cursorAt) + rows));
	const row = slice.view[cursorAt];
	if (row === undefined || (cursorAt === slice.cursorAt && kind.keyOf(row) === slice.cursor)) return slice;
	return { ...slice, cursor: kind.keyOf(row), cursorAt, isMoved: true };
}

/** Moves the cursor to a row, if it is visible. */
export function goToRow<Row, Slice extends Rows<Row>>(kind: RowKind<Row>, slice: Slice, key: string): Slice {
	const cursorAt = slice.view.findIndex((row) => kind.keyOf(row) === key);
	return cursorAt < 0 ? slice : { ...slice, cursor: key, cursorAt, isMoved: true };
}

/** Returns the row under the cursor. */
export function currentRow<Row>({ view, cursorAt }: Rows<Row>): Row | undefined {
	return view[cursorAt];
}

function orderedAfter<Row>(
	kind: RowKind<Row>,
	{ ordered, sort }: Rows<Row>,
	list: readonly Row[],
	{ removed, added }: Difference<Row>,
): readonly Row[] {
	if (!sort) return list;
	// Sorting is cheaper than merging once half of the rows are new.
	if (added.length > list.length / 2) return sortRows(kind, list, sort);
	return mergeRows(ordered, removed, added, compareBy(kind, sort)) ?? sortRows(kind, list, sort);
}

function viewAfter<Row>(
	kind: RowKind<Row>,
	before: Rows<Row>,
	list: readonly Row[],
	ordered: readonly Row[],
	{ removed, added, aligned }: Difference<Row>,
): readonly Row[] {
	const matches = matcherOfQuery(before.query);
	if (!matches) return ordered;
	if (before.sort) {
		const merged = mergeRows(
			before.view,
			removed.filter(matches),
			added.filter(matches),
			compareBy(kind, before.sort),
		);
		return merged ?? ordered.filter(matches);
	}
	if (!aligned) return list.filter(matches);
	// Old list, new list and old view have the same order, so one pass over all three suffices.
	const view: Row[] = [];
	let same = true;
	let at = 0;
	for (const [index, row] of list.entries()) {
		const old = before.list[index];
		const shown = before.view[at] === old;
		if (shown) at++;
		const shows = row === old ? shown : matches(row);
		if (shows) view.push(row);
		same &&= row === old || (!shows && !shown);
	}
	return same ? before.view : view;
}

/** Switches between a partial list, where missing rows are kept, and a complete one, where they are removed. */
function setPartial<Row, Slice extends Rows<Row>>(
	kind: RowKind<Row>,
	slice: Slice,
	list: readonly Row[],
	isPartial: boolean,
): Slice {
	const selection = isPartial ? slice.selection : selectionAmong(kind, list, slice.selection);
	const turned = { ...slice, isPartial, selection };
	return list === slice.list ? placeCursor(kind, turned) : turned;
}

/** Returns the selection without removed rows. */
export function selectionAmong<Row>(
	kind: RowKind<Row>,
	list: readonly Row[],
	selection: ReadonlySet<string>,
): ReadonlySet<string> {
	if (selection.size === 0) return selection;
	return new Set(list.map(kind.keyOf).filter((key) => selection.has(key)));
}

/** Places the cursor in the first row if the list is untouched; else finds its row. */
function placeAtTop<Row, Slice extends Rows<Row>>(kind: RowKind<Row>, slice: Slice): Slice {
	const { isMoved, selection, range, view } = slice;
	const [first] = view;
	if (isMoved || range || selection.size > 0 || first === undefined) return placeCursor(kind, slice);
	return { ...slice, cursor: kind.keyOf(first), cursorAt: 0 };
}

/**
 * Finds the row of the cursor in a changed view. If it is gone, the row at its position gets the cursor. While rows are
 * still loading, the cursor waits for its row, so that no key acts on another one.
 */
function placeCursor<Row, Slice extends Rows<Row>>(kind: RowKind<Row>, slice: Slice): Slice {
	const { list, view, cursor, cursorAt, isPartial } = slice;
	const is = (row: Row | undefined) => row !== undefined && kind.keyOf(row) === cursor;
	if (is(view[cursorAt])) return slice;
	const found = cursor === undefined ? -1 : view.findIndex(is);
	if (found < 0 && isPartial && cursor !== undefined && !list.some(is)) return { ...slice, cursorAt: -1 };
	const at = found >= 0 ? found : Math.min(Math.max(0, cursorAt), view.length - 1);
	const row = view[at];
	// An empty view keeps the cursor: the filter may be cleared again.
	return { ...slice, cursorAt: at, cursor: row === undefined ? cursor : kind.keyOf(row) };
}
