/** Returns the quantile at `share` (0 to 1), interpolated. NaN without values. */
export function quantile(values: readonly number[], share: number): number {
	const sorted = values.toSorted((a, b) => a - b);
	const place = (sorted.length - 1) * share;
	const low = sorted[Math.floor(place)];
	const high = sorted[Math.ceil(place)];
	if (low === undefined || high === undefined) return Number.NaN;
	return low + (high - low) * (place - Math.floor(place));
}

export function median(values: readonly number[]): number {
	return quantile(values, 0.5);
}

export function sum(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0);
}

/** Returns numbers that are the same in every run: 0 (included) to 1 (excluded). */
export function randomNumbers(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 2 ** 32;
	};
}
