/** Milliseconds that a disk gets for one answer: a share in the network may be slow, a dead one never answers. */
export const DISK_TIMEOUT_MS = 5_000;

/**
 * Returns the answer of a disk; throws on a timeout or abort. A hanging system call cannot be cancelled, so a late
 * answer goes to `late`.
 */
export async function withDiskTimeout<Answer>(
	asked: Promise<Answer>,
	signal: AbortSignal | undefined,
	patience: number,
	late: (answer: Answer) => void = () => {},
): Promise<Answer> {
	let giveUp = (_: unknown): void => {};
	const givenUp = new Promise<never>((_, reject) => {
		giveUp = reject;
	});
	const onAbort = () => giveUp(signal?.reason);
	const timer = setTimeout(() => giveUp(new Error('the disk does not respond')), patience);
	signal?.addEventListener('abort', onAbort, { once: true });
	if (signal?.aborted) onAbort();
	try {
		return await Promise.race([asked, givenUp]);
	} catch (error) {
		// A call that failed by itself brings nothing late.
		void asked.then(late, () => {});
		throw error;
	} finally {
		clearTimeout(timer);
		signal?.removeEventListener('abort', onAbort);
	}
}
