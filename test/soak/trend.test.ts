import { expect, test } from 'vitest';
import { type Point, trendOf } from './trend.ts';

const allowance = { share: 0.1, value: 5 };

/** Returns a value for each second of ten minutes. */
const points = (value: (minute: number) => number): readonly Point[] =>
	Array.from({ length: 600 }, (_, index) => ({ minute: index / 60, value: value(index / 60) }));

test('a figure that fills in the first third and then swings levels off', () => {
	const swings = trendOf(
		points((minute) => Math.min(minute, 3) * 30 + 8 * Math.sin(minute * 40)),
		allowance,
	);
	expect(swings.isGrowing).toBe(false);
	expect(swings.slope).toBeCloseTo(0, 0);
});

test('a single peak at the end is no growth', () => {
	expect(
		trendOf(
			points((minute) => (minute > 9.8 ? 1_000 : 100)),
			allowance,
		).isGrowing,
	).toBe(false);
});

test('a figure that grows all the time grows', () => {
	const grows = trendOf(
		points((minute) => 100 + 4 * minute + 8 * Math.sin(minute * 40)),
		allowance,
	);
	expect(grows.isGrowing).toBe(true);
	expect(grows.slope).toBeCloseTo(4, 0);
});
