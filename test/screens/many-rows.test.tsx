import '../../source/tui/terminal/full-color.ts';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { useSyncExternalStore } from 'react';
import { beforeEach, expect, test } from 'vitest';
import type { Column } from '../../source/columns/column.ts';
import { filterWords } from '../../source/state/list/filter.ts';
import { filterList, moveRows, sortList, takeRows } from '../../source/state/list/list.ts';
import { noRows, type RowKind, type Rows } from '../../source/state/list/rows.ts';
import { updateSelection } from '../../source/state/list/selection.ts';
import { GUTTER_CELLS } from '../../source/tui/components/draw-row.ts';
import { RowList } from '../../source/tui/components/row-list.tsx';
import { chooseTheme } from '../../source/tui/theme/choose-theme.ts';
import { isCursorStyle } from '../terminal/emulator.ts';
import { type GridPainting, paintedGrid } from '../terminal/painted-grid.ts';

interface Row {
	readonly id: number;
	readonly name: string;
	readonly amount: number;
}

const count = 100_000;
const size = { columns: 40, rows: 21 };
const visible = size.rows - 1;
const theme = chooseTheme({});

/** Distinct amounts in random order. */
const rows: readonly Row[] = Array.from({ length: count }, (_, id) => ({
	id,
	name: `row ${id}`,
	amount: (id * 7919) % count,
}));

const kind: RowKind<Row> = {
	keyOf: ({ id }) => String(id),
	nameOf: ({ name }) => name,
	sortKeyOf: (column) => (column === 'amount' ? ({ amount }) => amount : undefined),
};

/** Rows whose amount was formatted since the last check. */
let formatted: number[] = [];
const columns: readonly Column<Row>[] = [
	{
		id: 'name',
		title: 'NAME',
		width: 10,
		grows: true,
		align: 'left',
		dropOrder: 0,
		value: ({ name }) => name,
	},
	{
		id: 'amount',
		title: 'AMOUNT',
		width: 10,
		align: 'right',
		dropOrder: 1,
		value: ({ id, amount }) => {
			formatted.push(id);
			return `=${amount}`;
		},
	},
];

/** A list component that follows changes of its rows. */
class LongList {
	rows: Rows<Row> = takeRows<Row, Rows<Row>>(kind, noRows, rows).slice;
	readonly #listeners = new Set<() => void>();

	readonly subscribe = (listener: () => void) => {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	};
	readonly get = () => this.rows;

	change(next: Rows<Row>): void {
		this.rows = next;
		for (const listener of this.#listeners) listener();
	}
}

function Shown({ list }: { readonly list: LongList }) {
	const { view, cursorAt, sort, filter, selection } = useSyncExternalStore(list.subscribe, list.get);
	return (
		<RowList
			columns={columns}
			rows={view}
			cursor={cursorAt}
			theme={theme}
			width={size.columns}
			height={size.rows}
			sort={sort}
			// It refers to the list, as that of the downloads does.
			isSelected={(row) => view.length > 0 && selection.has(kind.keyOf(row))}
			words={filterWords(filter)}
		/>
	);
}

let list: LongList;
let painting: GridPainting;

beforeEach(() => {
	list = new LongList();
	formatted = [];
	painting = paintedGrid(<Shown list={list} />, size);
	painting.screen();
});

/** Turns of the event loop without a formatted row, after which none is drawn in advance. */
const STILL_TURNS = 3;

/** Returns the rows that were formatted for a change, in order, with those drawn in advance. */
async function formattedFor(next: Rows<Row>): Promise<number[]> {
	formatted = [];
	list.change(next);
	await painting.settled();
	for (let still = 0; still < STILL_TURNS; still++) {
		const before = formatted.length;
		await new Promise(setImmediate);
		if (formatted.length > before) still = 0;
	}
	return formatted.toSorted((one, other) => one - other);
}

const take = (changed: readonly Row[]) => takeRows(kind, list.rows, changed).slice;
const move = (by: number) => moveRows(kind, list.rows, by);
/** Returns the visible row with the look of the cursor. */
const selected = () =>
	painting
		.screen()
		.rows()
		.find((_, y) => isCursorStyle(painting.screen().cell(0, y).style))
		?.slice(GUTTER_CELLS);
const from = (first: number) => Array.from({ length: visible }, (_, index) => first + index);

test('a list of 100,000 rows formats only those in view, each once', async () => {
	expect(formatted).toEqual(from(0));
	expect(painting.screen().rows()[visible]).toBe(
		` row ${visible - 1}${`=${((visible - 1) * 7919) % count}`.padStart(33)}`,
	);
	// The list again, and the same list as another array.
	expect(await formattedFor({ ...list.rows })).toEqual([]);
	expect(await formattedFor(take([...rows]))).toEqual([]);
});

test('a list formats only a changed row, and none out of view', async () => {
	expect(await formattedFor(take(rows.with(5, { id: 5, name: 'row 5', amount: 123_456 })))).toEqual([5]);
	expect(painting.screen().rows()[6]).toMatch(/^ row 5 +=123456$/);
	expect(await formattedFor(take(list.rows.list.with(50_000, { id: 50_000, name: 'x', amount: 1 })))).toEqual(
		[],
	);
});

test('a moving cursor formats the row it leaves, the row it enters, and in advance the one after', async () => {
	expect(await formattedFor(move(1))).toEqual([0, 1, 2]);
	expect(await formattedFor(move(1))).toEqual([3]);
	await formattedFor(move(-1));
	expect(selected()).toMatch(/^row 1 /);
	expect(await formattedFor(move(60_000))).toEqual([...from(60_001 - visible + 1), ...from(60_002)]);
	expect(await formattedFor(move(-1))).toEqual([59_999, 60_000, 60_001]);
	// One row enters the view below, and one the page after it. The row that the cursor leaves has had its usual look.
	expect(await formattedFor(move(2))).toEqual([60_002, 60_004, 60_002 + visible]);
	expect(await formattedFor(move(0))).toEqual([]);
	expect(await formattedFor(updateSelection(kind, list.rows, 'current'))).toEqual([60_002]);
});

test('moving by a page formats only rows of the page after, because the page was drawn in advance', async () => {
	await formattedFor(move(visible - 1));
	expect(await formattedFor(move(visible))).toEqual([...from(visible), ...from(2 * visible)]);
	expect(await formattedFor(move(visible))).toEqual(from(3 * visible));
	expect(await formattedFor(move(Number.POSITIVE_INFINITY))).toEqual(from(count - visible));
	const top = count - 1 - visible;
	expect(await formattedFor(move(-visible))).toEqual([...from(top - visible), top]);
	expect(await formattedFor(move(-visible))).toEqual(from(top - 2 * visible));
});

test('sorting and filtering keep the cursor on its row, and format only rows that come into view', async () => {
	await formattedFor(move(777));
	expect(selected()).toMatch(/^row 777 /);
	const sorted = await formattedFor(sortList(kind, list.rows, { column: 'amount', descending: true }));
	expect(sorted.length).toBeLessThanOrEqual(visible);
	expect(selected()).toMatch(/^row 777 /);
	for (const typed of ['7', '77', '777']) {
		const fresh = await formattedFor(filterList(kind, list.rows, typed));
		expect(fresh.length).toBeLessThanOrEqual(visible);
		expect(selected()).toMatch(/^row 777 /);
	}
	expect(
		painting
			.screen()
			.rows()
			.slice(1)
			.filter((row) => row !== '')
			.every((row) => row.includes('777')),
	).toBe(true);
	await formattedFor(filterList(kind, list.rows, ''));
	expect(selected()).toMatch(/^row 777 /);
	// The row gets the greatest amount and moves to the top with the cursor.
	await formattedFor(take(rows.with(777, { id: 777, name: 'row 777', amount: 2 * count })));
	expect(list.rows.cursorAt).toBe(0);
	expect(painting.screen().rows()[1]).toMatch(/row 777 /);
	expect(selected()).toMatch(/^row 777 /);
	await formattedFor(sortList(kind, list.rows, undefined));
	expect(selected()).toMatch(/^row 777 /);
	expect(list.rows.cursorAt).toBe(777);
});

test('removing rows above the cursor keeps it on its row, in view', async () => {
	await formattedFor(move(500));
	const shown = painting.screen().rows();
	const without = list.rows.list.slice(100);
	expect((await formattedFor(take(without))).length).toBeLessThanOrEqual(visible);
	expect(selected()).toMatch(/^row 500 /);
	expect(shown).toContain(`▌${selected()}`);
});

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

test('rows that left the view do not keep the list of that time', async () => {
	const change = (amount: number) =>
		formattedFor(take(list.rows.list.with(0, { id: 0, name: 'row 0', amount })));
	await change(1);
	await formattedFor(move(visible));
	const old = new WeakRef(list.rows.view);
	await formattedFor(move(-visible));
	// The last two drawn states are kept.
	for (const amount of [2, 3, 4, 5]) await change(amount);
	collectGarbage();
	expect(old.deref()).toBeUndefined();
});
