import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds of a clock that never jumps and that all processes of the machine share. */
export function now(): number {
	return Number(process.hrtime.bigint()) / 1e6;
}

/** Resolves at a moment of `now`, or at once if it is in the past. */
export async function until(moment: number): Promise<void> {
	const wait = moment - now();
	if (wait > 0) await delay(wait);
}

/** Resolves after so many milliseconds. */
export function sleep(milliseconds: number): Promise<void> {
	return delay(milliseconds);
}
