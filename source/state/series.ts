export type Direction = 'down' | 'up';

/** Rates in both directions, a pair of samples a second. */
export interface Series {
	readonly samples: Samples;
	/** The place in the samples behind the newest pair. */
	readonly behind: number;
	/** Pairs of it that are still there. */
	readonly kept: number;
}

/**
 * Pairs (down, up) that several states of a series share: one is only ever written behind the newest state's end, so
 * what an older state reads never changes.
 */
interface Samples {
	readonly values: Float32Array;
	/** Pairs written. */
	used: number;
}

/** Pairs a new series has room for: most downloads move for a moment only. */
const firstRoom = 32;
/** Pairs beyond those wanted that there is room for: only so often are they copied. */
const slack = 60;

export const emptySeries: Series = { samples: { values: new Float32Array(0), used: 0 }, behind: 0, kept: 0 };

/** The series with one more pair, bytes per second (NaN: nobody knows); of all it keeps the newest `most`. */
export function append(series: Series, down: number, up: number, most: number): Series {
	const { samples, behind } = series;
	const canGrow = samples.used === behind && behind * 2 < samples.values.length;
	const at = canGrow ? series : copied(series, most);
	at.samples.values[at.behind * 2] = down;
	at.samples.values[at.behind * 2 + 1] = up;
	at.samples.used = at.behind + 1;
	return { samples: at.samples, behind: at.behind + 1, kept: Math.min(most, series.kept + 1) };
}

/** Its samples of one direction, the newest last. */
export function samplesOf({ samples, behind, kept }: Series, direction: Direction): readonly number[] {
	const offset = direction === 'down' ? 0 : 1;
	return Array.from(
		{ length: kept },
		(_, index) => samples.values[(behind - kept + index) * 2 + offset] ?? 0,
	);
}

function copied({ samples, behind, kept }: Series, most: number): Series {
	const staying = Math.min(kept, most - 1);
	const room = Math.min(most + slack, Math.max(firstRoom, staying * 2));
	const values = new Float32Array(room * 2);
	values.set(samples.values.subarray((behind - staying) * 2, behind * 2));
	return { samples: { values, used: staying }, behind: staying, kept: staying };
}
