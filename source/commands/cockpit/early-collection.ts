import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { hasFlags } from './optimization.ts';

/**
 * Collects all garbage once, while the heap is small. V8 sets its first limit by the heap of the first milliseconds.
 * It is reached in the middle of the start, and that collection takes three times as long. After a whole collection,
 * the limit is high enough for the start.
 */
export function collectEarly(): void {
	if (!hasFlags()) return;
	if (globalThis.gc) {
		// The user's flags of V8 stay as they are.
		globalThis.gc();
		return;
	}
	setFlagsFromString('--expose-gc');
	const collect: unknown = runInNewContext('globalThis.gc');
	// V8 rejects saved code that was compiled with other flags.
	setFlagsFromString('--no-expose-gc');
	if (typeof collect === 'function') collect();
}
