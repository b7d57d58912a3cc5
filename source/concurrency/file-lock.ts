import { open, rm, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '../basics/error.ts';

/** Timeout of the lock, and age after which a lock counts as abandoned. */
const LOCK_TIMEOUT_MS = 1_000;
const STALE_LOCK_MS = 5_000;

/**
 * Waits until no other process holds the lock file. Returns the function that unlocks. After the timeout it returns
 * without a lock.
 */
export async function lockFile(path: string): Promise<() => Promise<void>> {
	const deadline = performance.now() + LOCK_TIMEOUT_MS;
	while (performance.now() < deadline) {
		try {
			await (await open(path, 'wx', 0o600)).close();
			return () => rm(path, { force: true });
		} catch (error) {
			if (codeOf(error) !== 'EEXIST') throw error;
			const left = await stat(path).catch(() => undefined);
			if (left && Date.now() - left.mtimeMs > STALE_LOCK_MS) await rm(path, { force: true });
			else await delay(10);
		}
	}
	return async () => {};
}
