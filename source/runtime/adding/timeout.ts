/** Timeout of a disk. A network share may be slow, and a dead one never responds. */
export const DISK_TIMEOUT_MS = 5_000;

export const timeoutText = { disk: 'the disk does not respond' } as const;

/**
 * Returns the result of a disk operation. Throws on a timeout or abort. A hanging system call cannot be cancelled, so
 * `onLate` gets a late result.
 */
export async function withDiskTimeout<Answer>(
	operation: Promise<Answer>,
	signal: AbortSignal | undefined,
	timeoutMs: number,
	onLate: (answer: Answer) => void = () => {},
): Promise<Answer> {
	let giveUp = (_: unknown): void => {};
	const givenUp = new Promise<never>((_, reject) => {
		giveUp = reject;
	});
	const onAbort = () => giveUp(signal?.reason);
	const timer = setTimeout(() => giveUp(new Error(timeoutText.disk)), timeoutMs);
	signal?.addEventListener('abort', onAbort, { once: true });
	if (signal?.aborted) onAbort();
	try {
		return await Promise.race([operation, givenUp]);
	} catch (error) {
		void operation.then(onLate, () => {});
		throw error;
	} finally {
		clearTimeout(timer);
		signal?.removeEventListener('abort', onAbort);
	}
}
