/** Returns the number of runs of a random test. `SEEDTOP_RUNS` multiplies it. */
export function runs(few: number): number {
	return few * Number(process.env.SEEDTOP_RUNS ?? 1);
}

/** Whether random tests have more runs than usual, and sweeps all their steps. */
export const isThorough = runs(1) > 1;
