/** Milliseconds that a disk gets for one answer: a share in the network may be slow, a dead one never answers. */
export const DISK_TIMEOUT_MS = 5_000;

/**
 * What a disk answers, or an Error that says that it does not, or that nobody wants to know any more. A call that hangs
 * in the system cannot be ended; nobody waits for it, and what it brings after all is handed to `late`.
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
	const timer = setTimeout(() => giveUp(new Error('the disk does not answer')), patience);
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
