import { unknown } from '../../../columns/figures.ts';
import { validMoment } from '../../../columns/moments.ts';
import { age, duration } from '../../../format/duration.ts';
import { memoize } from '../../components/memoize.ts';

/** A row with values that depend on the time. */
export interface Timed {
	/** Unix ms. */
	readonly now?: number;
}

/** Steps of the time, ms. Ages change slowly, and each change rebuilds all rows. */
const STEP_MS = 5_000;

/** Returns a function that gives rows the current time in steps. Equal input gives the same rows. */
export function timedRows<Row extends Timed>(): (rows: readonly Row[], now: number) => readonly Row[] {
	const timed = memoize(({ rows, now }: { readonly rows: readonly Row[]; readonly now: number }) =>
		rows.map((row): Row => ({ ...row, now })),
	);
	return (rows, now) => timed({ rows, now: Math.floor(now / STEP_MS) * STEP_MS });
}

/** Formats the age of a moment, Unix s: '5m'; '–' if it is unknown. */
export function ageText(moment: number | undefined, now: number | undefined): string {
	const known = validMoment(moment);
	return known === undefined || now === undefined ? unknown : age(now / 1_000 - known);
}

/** Formats the time until a moment, Unix s: '12m 5s'; '–' if it is unknown. The clocks may differ: nothing is negative. */
export function untilText(moment: number | undefined, now: number | undefined): string {
	const known = validMoment(moment);
	return known === undefined || now === undefined ? unknown : duration(Math.max(0, known - now / 1_000));
}
