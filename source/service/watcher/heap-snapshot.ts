import { closeSync, openSync, writeSync } from 'node:fs';
import { responseWithin, withMainThread } from './main-thread.ts';

/** A heap of 150 MB takes 14 to 30 s. */
const TIMEOUT_MS = 5 * 60_000;

/**
 * Streams a heap snapshot of the main thread to a new file and returns its size in bytes. This thread never holds
 * all of it.
 */
export async function writeHeapSnapshot(path: string): Promise<number> {
	const file = openSync(path, 'wx', 0o600);
	let size = 0;
	let failure: unknown;
	try {
		await withMainThread(async (session) => {
			session.on('HeapProfiler.addHeapSnapshotChunk', ({ params: { chunk } }) => {
				if (failure !== undefined) return;
				try {
					size += writeAll(file, Buffer.from(chunk));
				} catch (error) {
					failure = error; // The snapshot cannot be interrupted.
				}
			});
			await responseWithin(
				session.post('HeapProfiler.takeHeapSnapshot', { reportProgress: false }),
				TIMEOUT_MS,
			);
		});
	} finally {
		closeSync(file);
	}
	if (failure !== undefined) throw failure;
	return size;
}

/** Writes all bytes: a nearly full disk may accept a part. */
function writeAll(file: number, bytes: Buffer): number {
	for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
	return bytes.length;
}
