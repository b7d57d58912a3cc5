import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits until `condition` holds and returns its value. Polls every 20 ms. After `patience` milliseconds it throws
 * with the text of `say`.
 */
export async function until<Result>(
	condition: () => Result | Promise<Result>,
	{ patience = 30_000, say = () => '' }: { patience?: number; say?: () => string } = {},
): Promise<NonNullable<Exclude<Result, false>>> {
	const deadline = Date.now() + patience;
	for (;;) {
		const result = await condition();
		if (result) return result as NonNullable<Exclude<Result, false>>;
		if (Date.now() > deadline) throw new Error(`what was waited for did not come in ${patience} ms ${say()}`);
		await delay(20);
	}
}
