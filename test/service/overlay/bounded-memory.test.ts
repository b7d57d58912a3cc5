import { expect, test } from 'vitest';
import { BoundedMap } from '../../../source/basics/bounded-map.ts';
import { KeyedRates, TokenBucket } from '../../../source/concurrency/token-bucket.ts';

test('BoundedMap drops the entry that was not used for the longest time', () => {
	const map = new BoundedMap<number>(2);
	map.set('a', 1);
	map.set('b', 2);
	map.get('a');
	map.set('c', 3);
	expect([...map.values()]).toEqual([1, 3]);
	expect(map.has('b')).toBe(false);
});

test('BoundedMap counts the sizes of its entries, and keeps the last one beyond the limit', () => {
	const map = new BoundedMap<number>(25, (size) => size);
	for (const key of ['a', 'b']) map.set(key, 10);
	map.get('a');
	map.set('c', 10);
	expect([map.get('a'), map.get('b'), map.get('c'), map.size]).toEqual([10, undefined, 10, 20]);
	map.set('a', 1);
	map.delete('c');
	map.delete('c');
	expect(map.size).toBe(1);
	map.set('large', 100);
	expect([map.get('large'), map.size]).toEqual([100, 100]);
	map.set('small', 1);
	expect([map.get('large'), map.size]).toEqual([undefined, 1]);
});

test('TokenBucket allows a burst, then its rate', () => {
	const bucket = new TokenBucket({ perSecond: 10, burst: 2 }, 0);
	expect([bucket.take(1, 0), bucket.take(1, 0), bucket.take(1, 0)]).toEqual([true, true, false]);
	expect([bucket.take(1, 99), bucket.take(1, 100), bucket.take(1, 101)]).toEqual([false, true, false]);
	expect(bucket.take(3, 1_000_000)).toBe(false);
	expect(bucket.charge(4, 2_000_000)).toBe(200);
	expect(bucket.charge(0, 2_000_100)).toBe(100);
	expect(bucket.charge(0, 2_000_000)).toBe(100);
});

test('KeyedRates counts each key, and forgets those that were not used last', () => {
	const rates = new KeyedRates({ perSecond: 10, burst: 1 }, 2);
	expect(['a', 'b', 'a', 'c', 'a', 'b'].map((key) => rates.take(key, 0))).toEqual([
		true,
		true,
		false,
		true,
		false,
		true,
	]);
});

test('TokenBucket states the time of its next token', () => {
	const bucket = new TokenBucket({ perSecond: 10, burst: 2 }, 0);
	expect(bucket.nextMs).toBe(0);
	bucket.take(2, 50);
	expect(bucket.nextMs).toBe(150);
});
