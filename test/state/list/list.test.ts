import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filterWords } from '../../../source/state/list/filter.ts';
import {
	currentRow,
	filterList,
	goToRow,
	moveRows,
	sortList,
	takeRows,
} from '../../../source/state/list/list.ts';
import { noRows, type RowKind, type Rows, type Sort } from '../../../source/state/list/rows.ts';
import { selectedRows, updateSelection } from '../../../source/state/list/selection.ts';
import { ordersOf, sortedBy, sortedInstead, sortOf } from '../../../source/state/list/sort.ts';
import { runs } from '../../runs.ts';

interface Torrent {
	readonly key: string;
	readonly name: string;
	readonly size: number;
	readonly status?: string;
}

const kind: RowKind<Torrent> = {
	keyOf: ({ key }) => key,
	nameOf: ({ name }) => name,
	sortKeyOf: (column) =>
		column === 'size'
			? ({ size }) => size
			: column === 'name'
				? ({ name }) => name
				: column === 'status'
					? ({ status = '' }) => status
					: undefined,
};

const empty: Rows<Torrent> = noRows;
const torrent = (key: string, name: string, size: number): Torrent => ({ key, name, size });
const take = (slice: Rows<Torrent>, list: readonly Torrent[]) => takeRows(kind, slice, list).slice;
const keys = (rows: readonly Torrent[]) => rows.map(({ key }) => key).join('');

const three = [torrent('a', 'Debian', 2), torrent('b', 'alpine', 3), torrent('c', 'debian edu', 1)];

/** Computes the view from scratch, slowly. */
function viewOf(list: readonly Torrent[], sort: Sort | undefined, filter: string): string[] {
	const compare = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0);
	const sorted = sort
		? list.toSorted((one, other) => {
				const by = ordersOf(sort)
					.map(({ column, descending }) => {
						const way =
							column === 'size'
								? compare(one.size, other.size)
								: column === 'status'
									? compare(one.status ?? '', other.status ?? '')
									: compare(one.name.toLowerCase(), other.name.toLowerCase());
						return descending ? -way : way;
					})
					.find((way) => way !== 0);
				return (
					(by ?? 0) ||
					compare(one.name.toLowerCase(), other.name.toLowerCase()) ||
					compare(one.key, other.key)
				);
			})
		: list;
	return sorted
		.filter(({ name }) => filterWords(filter).every((word) => name.toLowerCase().includes(word)))
		.map(({ key }) => key);
}

describe('a list that is loaded again', () => {
	const part = (slice: Rows<Torrent>, list: readonly Torrent[]) => takeRows(kind, slice, list, true).slice;
	const [a, b, c] = three;
	if (!a || !b || !c) throw new Error('there are three');
	const atC: Rows<Torrent> = { ...goToRow(kind, take(empty, three), 'c'), selection: new Set(['a', 'c']) };

	test('keeps cursor and selection for rows that are not loaded yet', () => {
		const loading = part(part(atC, []), [b]);
		expect(currentRow(loading)).toBeUndefined();
		expect(selectedRows(kind, loading)).toEqual([]);
		// Neither sorting nor a filter ends it.
		expect(currentRow(sortList(kind, loading, sortedBy({ id: 'name' }, undefined)))).toBeUndefined();
		expect(currentRow(moveRows(kind, loading, 1))).toBe(b);
		const whole = take(loading, three);
		expect(currentRow(whole)).toBe(c);
		expect(selectedRows(kind, whole)).toEqual([a, c]);
	});

	test('drops missing rows when all are loaded', () => {
		const list = [a, b];
		const whole = take(part(atC, list), list);
		expect(currentRow(whole)).toBe(a);
		expect([...whole.selection]).toEqual(['a']);
	});
});

test('a duplicate row is selected once', () => {
	const slice = take(empty, [...three, ...three]);
	expect(keys(selectedRows(kind, { ...slice, selection: new Set(['a', 'c']) }))).toBe('ac');
});

describe('replacing the list', () => {
	test('with the same object returns the same slice', () => {
		const slice = take(empty, three);
		expect(take(slice, three)).toBe(slice);
	});

	test('without a visible change keeps the view', () => {
		const slice = filterList(kind, take(empty, three), 'debian');
		const changed = take(slice, three.with(1, torrent('b', 'alpine', 4)));
		expect(changed.view).toBe(slice.view);
		expect(changed.list).not.toBe(slice.list);
	});

	test('reports changed, added and removed rows', () => {
		const slice = take(empty, three);
		const next = [three[0] as Torrent, torrent('b', 'alpine', 9), torrent('d', 'new', 5)];
		const { difference } = takeRows(kind, slice, next);
		expect(keys(difference?.removed ?? [])).toBe('bc');
		expect(keys(difference?.added ?? [])).toBe('bd');
		expect(difference?.aligned).toBe(false);
	});

	test('with a duplicate key loses no row', () => {
		const twice = [...three, torrent('a', 'Debian', 7)];
		const slice = sortList(kind, take(empty, twice), { column: 'size', descending: false });
		const changed = take(slice, twice.with(3, torrent('a', 'Debian', 0)));
		expect(changed.view.map(({ size }) => size)).toEqual([0, 1, 2, 3]);
	});

	test('removes a duplicate row once', () => {
		const [debian, alpine] = three as [Torrent, Torrent];
		const twice = take(sortList(kind, empty, { column: 'size', descending: false }), [
			debian,
			debian,
			alpine,
		]);
		const { slice, difference } = takeRows(kind, twice, [debian, alpine]);
		expect(difference).toMatchObject({ removed: [debian], added: [] });
		expect(keys(slice.view)).toBe('ab');
		expect(takeRows(kind, slice, [debian, alpine, debian]).difference).toMatchObject({
			removed: [],
			added: [debian],
		});
	});

	test('the view equals one computed from scratch after any changes, sorted and filtered', () => {
		const name = fc.constantFrom('Debian', 'debian edu', 'alpine', 'Alpine extended', 'void', '');
		const status = fc.constantFrom('seeding', 'stopped');
		const row = fc.record({ key: fc.constantFrom(...'abcdefghijkl'), name, size: fc.nat(5), status });
		const column = fc.constantFrom('size', 'name', 'status');
		const lists = fc.uniqueArray(row, { selector: ({ key }) => key, maxLength: 12 });
		const step = fc.oneof(
			lists.map((list) => ({ type: 'list' as const, list })),
			// Some rows change in place, as in most polls.
			fc.array(fc.record({ at: fc.nat(11), size: fc.nat(5), name, status })).map((changes) => ({
				type: 'change' as const,
				changes,
			})),
			fc.constantFrom('', 'd', 'debian', 'alp ext', 'none').map((filter) => ({
				type: 'filter' as const,
				filter,
			})),
			fc
				.array(fc.record({ column, descending: fc.boolean() }), { maxLength: 4 })
				.map((orders) => ({ type: 'sort' as const, sort: sortOf(orders) })),
			fc.integer({ min: -4, max: 4 }).map((rows) => ({ type: 'move' as const, rows })),
		);
		fc.assert(
			fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
				let slice = empty;
				for (const one of steps) {
					const before = slice;
					if (one.type === 'list') slice = take(slice, one.list);
					else if (one.type === 'change') {
						let list = slice.list;
						for (const { at, size, name: next, status } of one.changes) {
							const old = list[at];
							if (old) list = list.with(at, { ...old, size, name: next, status });
						}
						slice = take(slice, list);
					} else if (one.type === 'filter') slice = filterList(kind, slice, one.filter);
					else if (one.type === 'sort') slice = sortList(kind, slice, one.sort);
					else slice = moveRows(kind, slice, one.rows);

					expect(slice.view.map(({ key }) => key)).toEqual(viewOf(slice.list, slice.sort, slice.filter));
					expect(slice.ordered.map(({ key }) => key)).toEqual(viewOf(slice.list, slice.sort, ''));
					// If the cursor's row is visible, the cursor is on it; otherwise on another visible row.
					const shows = slice.view.some(({ key }) => key === before.cursor);
					const isPutOnTop = one.type === 'sort' && !before.isMoved && slice.view.length > 0;
					if (isPutOnTop) expect(slice.cursorAt).toBe(0);
					else if (one.type !== 'move' && shows) expect(slice.cursor).toBe(before.cursor);
					if (slice.view.length > 0) expect(currentRow(slice)?.key).toBe(slice.cursor);
					else expect(currentRow(slice)).toBeUndefined();
				}
			}),
			{ numRuns: runs(62) },
		);
	});
});

describe('the cursor', () => {
	test('starts on the first row and stops at the ends', () => {
		const slice = take(empty, three);
		expect(currentRow(slice)?.key).toBe('a');
		expect(moveRows(kind, slice, -1)).toBe(slice);
		expect(currentRow(moveRows(kind, slice, Number.POSITIVE_INFINITY))?.key).toBe('c');
	});

	test('stays on its row when sorting moves it', () => {
		const slice = moveRows(kind, take(empty, three), 1);
		const sorted = sortList(kind, slice, { column: 'size', descending: true });
		expect(keys(sorted.view)).toBe('bac');
		expect([sorted.cursor, sorted.cursorAt]).toEqual(['b', 0]);
	});

	test('stays in the first row of an untouched list when sorting changes the order', () => {
		const bySize = { column: 'size', descending: true } as const;
		const sorted = sortList(kind, take(empty, three), bySize);
		expect([sorted.cursor, sorted.cursorAt]).toEqual(['b', 0]);
		const back = sortList(kind, sorted, undefined);
		expect([back.cursor, back.cursorAt]).toEqual(['a', 0]);
		// A selected row is touched, too.
		const selected = sortList(kind, { ...take(empty, three), selection: new Set(['a']) }, bySize);
		expect([selected.cursor, selected.cursorAt]).toEqual(['a', 1]);
		expect(sortList(kind, goToRow(kind, take(empty, three), 'a'), bySize).cursor).toBe('a');
	});

	test('stays in the first row of an untouched list while it is loading', () => {
		const sorted = sortList(kind, empty, { column: 'size', descending: true });
		const [a, b, c] = three;
		if (!a || !b || !c) throw new Error('there are three');
		const begun = takeRows(kind, sorted, [a], true).slice;
		expect(begun.cursor).toBe('a');
		const loaded = take(takeRows(kind, begun, [a, c], true).slice, [a, c, b]);
		expect([loaded.cursor, loaded.cursorAt]).toEqual(['b', 0]);
		// Later lists keep the row, so that no key acts on another one.
		const bigger = take(loaded, [{ ...a, size: 99 }, c, b]);
		expect([bigger.cursor, bigger.cursorAt]).toEqual(['b', 1]);
	});

	test('moves to the row that replaced a removed row', () => {
		const slice = moveRows(kind, take(empty, three), 1);
		expect(take(slice, three.toSpliced(1, 1)).cursor).toBe('c');
		expect(take(moveRows(kind, slice, 1), three.slice(0, 2)).cursor).toBe('b');
	});

	test('returns after a filter without matches is cleared', () => {
		const slice = moveRows(kind, take(empty, three), 2);
		const nothing = filterList(kind, slice, 'nothing is called that');
		expect(currentRow(nothing)).toBeUndefined();
		expect(currentRow(filterList(kind, nothing, ''))?.key).toBe('c');
	});

	test('can be set on a visible row only', () => {
		const slice = filterList(kind, take(empty, three), 'debian');
		expect(currentRow(goToRow(kind, slice, 'c'))?.key).toBe('c');
		expect(goToRow(kind, slice, 'b')).toBe(slice);
	});
});

describe('a filter', () => {
	test('requires all its words, in any order and case', () => {
		const slice = take(empty, three);
		expect(keys(filterList(kind, slice, 'EDU deb').view)).toBe('c');
		expect(keys(filterList(kind, slice, '  ').view)).toBe('abc');
	});

	test('matches accents in any encoding', () => {
		const slice = take(empty, [torrent('a', 'Cafe\u0301', 1), torrent('b', 'Caf\u00e9', 1)]);
		expect(keys(filterList(kind, slice, 'caf\u00e9').view)).toBe('ab');
		expect(keys(filterList(kind, slice, 'cafe\u0301').view)).toBe('ab');
		expect(keys(filterList(kind, slice, 'cafe').view)).toBe('ab');
	});

	test('matches a sigma in any position, also typed letter by letter', () => {
		const slice = take(empty, [torrent('a', 'Οδυσσέας', 1), torrent('b', 'ΟΔΥΣΣΕΙΑ', 2)]);
		let typed = slice;
		for (const filter of ['Ο', 'ΟΔ', 'ΟΔΥ', 'ΟΔΥΣ', 'ΟΔΥΣΣ']) {
			typed = filterList(kind, typed, filter);
			expect(keys(typed.view)).toBe('ab');
		}
		expect(keys(filterList(kind, slice, 'ας').view)).toBe('a');
	});

	test('typed letter by letter matches the same as at once', () => {
		const letters = fc.array(
			fc.constantFrom('Σ', 'σ', 'ς', 'İ', 'i', '\u0307', 'ß', 'a', ' ', '\ud83d', '\ude00'),
		);
		const texts = letters.map((some) => some.join(''));
		fc.assert(
			fc.property(fc.array(texts), letters, (names, typed) => {
				const slice = take(
					empty,
					names.map((name, size) => torrent(`${size} `, name, size)),
				);
				let growing = slice;
				for (let length = 1; length <= typed.length; length++) {
					const filter = typed.slice(0, length).join('');
					growing = filterList(kind, growing, filter);
					expect(growing.view).toEqual(filterList(kind, slice, filter).view);
				}
			}),
		);
	});
});

describe('a sort order', () => {
	const size = { id: 'size', greatestFirst: true };
	const status = { id: 'status' };
	const name = { id: 'name' };

	test('keeps the previous order for equal values: by size, then by status shows each status by size', () => {
		const rows = [
			{ ...torrent('a', 'a', 1), status: 'stopped' },
			{ ...torrent('b', 'b', 2), status: 'seeding' },
			{ ...torrent('c', 'c', 3), status: 'stopped' },
			{ ...torrent('d', 'd', 4), status: 'seeding' },
		];
		const bySize = sortedBy(size, undefined);
		const both = sortedBy(status, bySize);
		const slice = sortList(kind, take(empty, rows), both);
		expect(keys(slice.view)).toBe('dbca');
		// Reversed, equal rows keep their order.
		expect(keys(sortList(kind, slice, sortedBy(status, both)).view)).toBe('cadb');
		// A poll moves rows only if it changes a value that decides the order.
		const renamed = rows.map((row) => ({ ...row, name: 'z' }));
		expect(keys(take(slice, renamed).view)).toBe('dbca');
		expect(keys(take(slice, rows.with(0, { ...torrent('a', 'a', 9), status: 'stopped' })).view)).toBe('dbac');
	});

	test('contains each column once, three at most', () => {
		const all = [name, size, status, { id: 'hops' }, size];
		const sort = all.reduce<Sort | undefined>((now, column) => sortedBy(column, now), undefined);
		expect(sort && ordersOf(sort).map(({ column }) => column)).toEqual(['size', 'hops', 'status']);
	});

	test('on another column keeps the order of equal values', () => {
		const both = sortedBy(status, sortedBy(size, undefined));
		expect(sortedInstead(name, both)).toEqual({
			column: 'name',
			descending: false,
			ties: [{ column: 'size', descending: true }],
		});
		expect(sortedInstead(size, both)).toEqual({ column: 'size', descending: true });
	});
});

describe('selection', () => {
	const slice = take(empty, three);

	test('toggles one by one', () => {
		const marked = updateSelection(kind, slice, 'current');
		expect(keys(selectedRows(kind, marked))).toBe('a');
		expect(updateSelection(kind, marked, 'current').selection.size).toBe(0);
	});

	test('can be all visible rows, inverted, or empty', () => {
		const debians = updateSelection(kind, filterList(kind, slice, 'debian'), 'all');
		expect(keys(selectedRows(kind, debians))).toBe('ac');
		const others = updateSelection(kind, filterList(kind, debians, ''), 'others');
		expect(keys(selectedRows(kind, others))).toBe('b');
		expect(updateSelection(kind, others, 'none').selection.size).toBe(0);
	});

	test('stays with its rows through sorting, filtering and polling, and is dropped with them', () => {
		const marked = updateSelection(kind, slice, 'current');
		const sorted = sortList(kind, marked, { column: 'size', descending: false });
		expect(keys(selectedRows(kind, sorted))).toBe('a');
		const hidden = filterList(kind, sorted, 'alpine');
		expect(keys(selectedRows(kind, hidden))).toBe('a');
		const without = take(marked, three.slice(1));
		expect(take(without, three).selection.size).toBe(0);
	});
});
