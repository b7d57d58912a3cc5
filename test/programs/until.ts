import { setTimeout as delay } from 'node:timers/promises';

const TIMEOUT_MS = 30_000;
const INTERVAL_MS = 20;

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
	const deadline = Date.now() + timeoutMs;
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
			await Promise.race([changed, delay(INTERVAL_MS)]);
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
