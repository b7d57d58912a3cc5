import { createHash } from 'node:crypto';

/** Periods of the waves of a rate, s. They have no common multiple within an hour. */
const PERIODS_S = [13, 37, 101];
/** Lowest rate as a share of the mean. */
const LOWEST = 0.25;

/**
 * Returns a rate that rises and falls around a mean, bytes per second, as a function of the time in ms. The same text
 * gives the same function.
 */
export function varyingRate(text: string, mean: number): (now: number) => number {
	const phases = createHash('sha256').update(text).digest();
	return (now) => {
		const waves = PERIODS_S.map((period, index) =>
			Math.sin(2 * Math.PI * (now / 1000 / period + (phases[index] ?? 0) / 256)),
		);
		const sum = waves.reduce((total, wave) => total + wave, 0) / PERIODS_S.length;
		return mean * Math.max(LOWEST, 1 + sum);
	};
}
