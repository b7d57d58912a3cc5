import { expect, test } from 'vitest';
import { filterList, moveRows, takeRows } from '../../../source/state/list/list.ts';
import { noRows, type RowKind, type Rows } from '../../../source/state/list/rows.ts';
import {
	endRange,
	extendRange,
	filteredOutAmong,
	moveWithRange,
	selectedRows,
	selectKeys,
	toggleRange,
	updateSelection,
} from '../../../source/state/list/selection.ts';

interface Torrent {
	readonly key: string;
}

const kind: RowKind<Torrent> = {
	keyOf: ({ key }) => key,
	nameOf: ({ key }) => key,
	sortKeyOf: () => undefined,
};

type Slice = Rows<Torrent>;
const rowsOf = (letters: string) => [...letters].map((key) => ({ key }));
const take = (slice: Slice, letters: string): Slice => {
	const known = new Map(slice.list.map((row) => [row.key, row]));
	return takeRows(
		kind,
		slice,
		rowsOf(letters).map((row) => known.get(row.key) ?? row),
	).slice;
};
const list = take(noRows as Slice, 'abcdefgh');
const move = (slice: Slice, rows: number) => moveWithRange(kind, slice, (from) => moveRows(kind, from, rows));
const extend = (slice: Slice, rows: number) => extendRange(kind, slice, (from) => moveRows(kind, from, rows));
const range = (slice: Slice) => toggleRange(kind, slice);
const selectedKeys = (slice: Slice) =>
	selectedRows(kind, slice)
		.map(({ key }) => key)
		.join('');

test('a range selects the rows that the cursor passes, down and up, and deselects those that it leaves', () => {
	const begun = range(move(list, 2));
	expect(selectedKeys(begun)).toBe('c');
	const down = move(begun, 3);
	expect(selectedKeys(down)).toBe('cdef');
	expect(selectedKeys(move(down, -2))).toBe('cd');
	// Past its start it continues in the other direction.
	expect(selectedKeys(move(down, -5))).toBe('abc');
	expect(selectedKeys(move(down, Number.POSITIVE_INFINITY))).toBe('cdefgh');
});

test('a range keeps earlier selected rows', () => {
	const before = updateSelection(kind, move(list, 4), 'current');
	const down = move(range(move(before, -3)), 5);
	expect(selectedKeys(down)).toBe('bcdefg');
	expect(selectedKeys(move(down, -5))).toBe('be');
});

test('the same key ends it: the selection stays, and the cursor is free', () => {
	const over = range(move(range(list), 2));
	expect(over.range).toBeUndefined();
	expect(selectedKeys(move(over, 3))).toBe('abc');
});

test('clearing drops the range first, and then the earlier selection', () => {
	const before = updateSelection(kind, list, 'current');
	const given = updateSelection(kind, move(range(move(before, 2)), 3), 'none');
	expect(selectedKeys(given)).toBe('a');
	expect(selectedKeys(updateSelection(kind, given, 'none'))).toBe('');
});

test("keys that extend select from the cursor's row, and a usual move ends that", () => {
	const three = extend(extend(move(list, 1), 1), 1);
	expect(selectedKeys(three)).toBe('bcd');
	expect(selectedKeys(extend(three, -1))).toBe('bc');
	const further = move(three, 2);
	expect(selectedKeys(further)).toBe('bcd');
	expect(further.range).toBeUndefined();
	expect(selectedKeys(extend(further, 1))).toBe('bcdfg');
});

test('rows that a poll adds to the range are not selected, and rows that leave it stay selected', () => {
	const begun = move(range(move(list, 1)), 2);
	expect(selectedKeys(begun)).toBe('bcd');
	const polled = take(begun, 'abXcdefgh');
	expect(selectedKeys(polled)).toBe('bcd');
	expect(selectedKeys(move(polled, 1))).toBe('bcde');
	const without = take(begun, 'acdefgh');
	const moved = move(without, 1);
	expect(selectedKeys(moved)).toBe('cde');
});

test('a range whose first row is filtered out or removed continues from the cursor', () => {
	const begun = move(range(list), 2);
	const hidden = filterList(kind, begun, '-a');
	const moved = move(hidden, 2);
	expect(selectedKeys(moved)).toBe('bcdea');
	expect(moved.range).toMatchObject({ anchor: 'c', isPersistent: true });
	// Moving back deselects the rows of the range. Rows selected earlier stay selected.
	expect(selectedKeys(move(moved, -2))).toBe('bca');
});

test('a range in an empty list is empty', () => {
	const empty = take(list, '');
	expect(range(empty).range).toBeUndefined();
	expect(selectedKeys(extend(empty, 1))).toBe('');
});

test('rows can be selected by their keys, and filtered-out ones are counted', () => {
	const chosen = selectKeys(kind, list, new Set(['a', 'g', 'gone']));
	expect(selectedKeys(chosen)).toBe('ag');
	const filtered = filterList(kind, chosen, 'a');
	expect(filteredOutAmong(filtered, selectedRows(kind, filtered))).toBe(1);
	expect(filteredOutAmong(chosen, selectedRows(kind, chosen))).toBe(0);
	expect(endRange(chosen)).toBe(chosen);
});
