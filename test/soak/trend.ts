import { median } from '../bench/statistics.ts';

/** A value of a figure, and its time in minutes. */
export interface Point {
	readonly minute: number;
	readonly value: number;
}

export interface Trend {
	/** Median at the begin of the examined time. */
	readonly from: number;
	readonly to: number;
	/** Change per minute. */
	readonly slope: number;
	readonly isGrowing: boolean;
}

/** Growth within the examined time that counts as noise: a share of the value and an absolute part. */
export interface Allowance {
	readonly share: number;
	readonly value: number;
}

/** Medians at both ends have this share of the examined points. */
const END_SHARE = 0.2;

/**
 * Returns the trend of the last two thirds of the points, because caches and pools fill in the first. The slope is the
 * median of the slopes between all pairs (Theil-Sen), so single peaks do not count.
 */
export function trendOf(points: readonly Point[], { share, value }: Allowance): Trend {
	const examined = points.slice(Math.floor(points.length / 3));
	const slopes = examined.flatMap((a, index) =>
		examined.slice(index + 1).map((b) => (b.value - a.value) / (b.minute - a.minute)),
	);
	const slope = median(slopes);
	const end = Math.max(1, Math.round(examined.length * END_SHARE));
	const medianOf = (some: readonly Point[]) => median(some.map((point) => point.value));
	const [from, to] = [medianOf(examined.slice(0, end)), medianOf(examined.slice(-end))];
	const minutes = (examined.at(-1)?.minute ?? 0) - (examined[0]?.minute ?? 0);
	const allowed = from * share + value;
	return { from, to, slope, isGrowing: slope * minutes > allowed && to - from > allowed };
}
