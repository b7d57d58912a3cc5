import { setTimeout as delay } from 'node:timers/promises';
import type { Store } from '../state/core/store.ts';

/** Address and key of a service. */
interface Address {
	readonly url: string;
	readonly apiKey?: string | undefined;
	readonly generation?: 'A' | 'B' | undefined;
}

/** Delay before the first search for a failing service, and maximum delay between two searches. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 15_000;

/**
 * Searches a failing service again, with a growing delay. A core of 8.x has another port after each start, and its
 * key may change. Calls `onMoved` when it is found elsewhere; until then the failure stays shown. `wait`: the delay,
 * until `signal` aborts.
 */
export async function followMoves<Found extends Address>(
	store: Store,
	refind: () => Promise<Found | undefined>,
	current: () => Address,
	onMoved: (found: Found) => void,
	signal: AbortSignal,
	wait = (ms: number): Promise<void> => delay(ms, undefined, { signal }),
): Promise<void> {
	const hasFailed = () => store.get().connection.failure !== undefined;
	let pause = FIRST_PAUSE_MS;
	while (!signal.aborted) {
		if (!hasFailed()) {
			pause = FIRST_PAUSE_MS;
			await failure(store, signal);
		}
		await wait(pause).catch(() => {});
		if (signal.aborted || !hasFailed()) continue;
		pause = Math.min(MAX_PAUSE_MS, pause * 2);
		// A file that is being written may be complete at the next attempt.
		const found = await refind().catch(() => undefined);
		if (found && !signal.aborted && hasFailed() && hasMoved(found, current())) onMoved(found);
	}
}

/** Returns whether a service was found at another address or with another key. */
function hasMoved(found: Address, current: Address): boolean {
	return (
		found.url !== current.url ||
		(found.apiKey ?? '') !== (current.apiKey ?? '') ||
		(found.generation ?? 'B') !== (current.generation ?? 'B')
	);
}

/** Resolves when the service fails, or when `signal` aborts. */
function failure(store: Store, signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		const look = () => {
			if (!signal.aborted && store.get().connection.failure === undefined) return;
			unsubscribe();
			signal.removeEventListener('abort', look);
			resolve();
		};
		const unsubscribe = store.subscribe(look, 'connection');
		signal.addEventListener('abort', look);
		look();
	});
}
