import type { Failure } from './connection.ts';

/** The condition of data that a surface samples while it is visible. */
export interface Sampled {
	/** Time of the last sample, Unix ms; undefined before the first one. */
	readonly at: number | undefined;
	/** Why the last request failed; undefined after a sample. */
	readonly failure: Failure | undefined;
}

export const notSampled: Sampled = { at: undefined, failure: undefined };
