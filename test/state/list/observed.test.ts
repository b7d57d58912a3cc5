import { expect, test } from 'vitest';
import { type Observed, type Observing, observe } from '../../../source/state/list/observed.ts';

interface Item {
	readonly name: string;
	readonly status?: string;
}

const observing: Observing<Item> = {
	identify: ({ name }) => name,
	stateOf: ({ status = '' }) => status,
	markMs: 10_000,
};

const changesOf = (rows: readonly Observed<Item>[]) => rows.map(({ key, change }) => `${key}: ${change}`);

test('observe marks nothing in the first sample', () => {
	expect(changesOf(observe(undefined, [{ name: 'a' }], 1_000, observing))).toEqual(['a: same']);
});

test('observe marks new, changed and gone rows, and gone rows come last', () => {
	const first = observe(undefined, [{ name: 'a' }, { name: 'b' }, { name: 'c' }], 0, observing);
	const second = observe(first, [{ name: 'b' }, { name: 'c', status: 'x' }, { name: 'd' }], 2_000, observing);
	expect(changesOf(second)).toEqual(['b: same', 'c: changed', 'd: new', 'a: gone']);
});

test('observe keeps a mark until it expires, then drops gone rows', () => {
	const first = observe(undefined, [{ name: 'a' }, { name: 'b' }], 0, observing);
	const second = observe(first, [{ name: 'b' }, { name: 'c' }], 2_000, observing);
	const third = observe(second, [{ name: 'b' }, { name: 'c' }], 11_999, observing);
	expect(changesOf(third)).toEqual(['b: same', 'c: new', 'a: gone']);
	const fourth = observe(third, [{ name: 'b' }, { name: 'c' }], 12_000, observing);
	expect(changesOf(fourth)).toEqual(['b: same', 'c: same']);
});

test('observe marks a row as new that returns', () => {
	const first = observe(undefined, [{ name: 'a' }], 0, observing);
	const second = observe(first, [], 2_000, observing);
	expect(changesOf(observe(second, [{ name: 'a' }], 4_000, observing))).toEqual(['a: new']);
});

test('observe numbers items with the same key', () => {
	const first = observe(undefined, [{ name: 'a' }, { name: 'a' }], 0, observing);
	expect(changesOf(observe(first, [{ name: 'a' }], 2_000, observing))).toEqual(['a: same', 'a #2: gone']);
});

test('observe returns the same objects for unchanged rows', () => {
	const first = observe(undefined, [{ name: 'a' }], 0, observing);
	const second = observe(first, [{ name: 'a' }], 2_000, observing);
	expect(second[0]).toBe(first[0]);
});
