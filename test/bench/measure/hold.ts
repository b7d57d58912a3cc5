import { now, sleep, until } from '../clock.ts';
import type { Session } from '../pty/session.ts';

const PRESSES_PER_SECOND = 30;
const HOLD_SECONDS = 3;
/** Milliseconds without output after which the screen is at rest. */
const GAP_MS = 100;
/** Timeout, milliseconds. Output that a link loses counts as this. */
const TIMEOUT_MS = 20_000;

/**
 * Holds a key for three seconds. Returns the milliseconds from its last press to the last byte before a gap of 100
 * ms. 0 means no more output, NaN no answer at all.
 */
export async function hold(session: Session, key: string): Promise<number> {
	await session.quiet(2 * GAP_MS, 2000);
	const before = session.chunks.length;
	const began = now();
	let released = began;
	for (let n = 0; n < PRESSES_PER_SECOND * HOLD_SECONDS; n++) {
		await until(began + (n * 1000) / PRESSES_PER_SECOND);
		released = session.write(key);
	}
	await sleep(GAP_MS);
	await session.quiet(GAP_MS, TIMEOUT_MS);
	if (session.chunks.length === before) return Number.NaN;
	let last = released;
	for (const { at } of session.chunks) {
		if (at <= released) continue;
		if (at - last >= GAP_MS) break;
		last = at;
	}
	return last - released;
}
