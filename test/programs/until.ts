import { setTimeout as delay } from 'node:timers/promises';

const TIMEOUT_MS = 50_000;
const MIN_INTERVAL_MS = 20;
const MAX_INTERVAL_MS = 100;
/** Share of the time waited so far. A slow machine is not slowed down further by the checks. */
const INTERVAL_SHARE = 0.1;

export interface UntilOptions {
	/** The awaited condition, for the error. Default: its source text. */
	readonly awaited?: string;
	/** Last seen state, for the error. Running fixtures add theirs. */
	readonly seen?: () => string;
	readonly timeoutMs?: number;
	/** Also checks when `listener` is called. Returns a function that ends this. */
	readonly subscribe?: (listener: () => void) => () => void;
}

type Reached<Result> = NonNullable<Exclude<Result, false>>;

/**
 * Waits until `condition` holds and returns its value. Polls, because a condition may depend on other processes.
 * Throws after a timeout, with the awaited condition and the last seen state.
 */
export async function until<Result>(
	condition: () => Result | Promise<Result>,
	{ awaited, seen, timeoutMs = TIMEOUT_MS, subscribe }: UntilOptions = {},
): Promise<Reached<Result>> {
	const start = Date.now();
	const deadline = start + timeoutMs;
	let wake = (): void => {};
	const unsubscribe = subscribe?.(() => wake());
	try {
		for (;;) {
			const changed = new Promise<void>((resolve) => {
				wake = resolve;
			});
			const result = await condition();
			if (result) return result as Reached<Result>;
			if (Date.now() > deadline) break;
			const waitedMs = Date.now() - start;
			const intervalMs = Math.min(MAX_INTERVAL_MS, Math.max(MIN_INTERVAL_MS, waitedMs * INTERVAL_SHARE));
			await Promise.race([changed, delay(intervalMs)]);
		}
	} finally {
		unsubscribe?.();
	}
	const states = [...(seen ? [seen()] : []), ...[...fixtures].map((state) => state())];
	throw new Error(
		[`Timed out after ${timeoutMs} ms. Awaited: ${awaited ?? condition}`, ...states].join('\n\n'),
	);
}

/** States of running fixtures. */
const fixtures = new Set<() => string>();

/** Adds the state of a running fixture to the errors of `until`. Returns a function that removes it. */
export function reportState(state: () => string): () => void {
	fixtures.add(state);
	return () => fixtures.delete(state);
}
