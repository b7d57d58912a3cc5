import { now, sleep, until } from '../clock.ts';
import type { Session } from '../pty/session.ts';

const perSecond = 30;
const seconds = 3;
/** Milliseconds without output after which the screen is at rest. */
const gap = 100;
/** Timeout, milliseconds. Output that a link loses counts as this. */
const longest = 20_000;

/**
 * Holds a key for three seconds. Returns the milliseconds from its last press to the last byte before a gap of 100
 * ms. 0 means no more output, NaN no answer at all.
 */
export async function hold(session: Session, key: string): Promise<number> {
	await session.quiet(2 * gap, 2000);
	const before = session.chunks.length;
	const began = now();
	let released = began;
	for (let n = 0; n < perSecond * seconds; n++) {
		await until(began + (n * 1000) / perSecond);
		released = session.write(key);
	}
	await sleep(gap);
	await session.quiet(gap, longest);
	if (session.chunks.length === before) return Number.NaN;
	let last = released;
	for (const { at } of session.chunks) {
		if (at <= released) continue;
		if (at - last >= gap) break;
		last = at;
	}
	return last - released;
}
