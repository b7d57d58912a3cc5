import { expect, test } from 'vitest';
import { Semaphore } from '../../source/concurrency/semaphore.ts';

test('Semaphore grants slots in order, and an aborted wait leaves the queue', async () => {
	const semaphore = new Semaphore(1);
	const order: number[] = [];
	const never = new AbortController();
	const aborting = new AbortController();
	const run = (number: number, { signal }: AbortController) =>
		semaphore.run(async () => {
			order.push(number);
			await new Promise((resolve) => setImmediate(resolve));
		}, signal);
	const all = [run(1, never), run(2, never), run(3, aborting), run(4, never)];
	aborting.abort(new Error('enough'));
	const results = await Promise.allSettled(all);
	expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
	expect(order).toEqual([1, 2, 4]);
	await expect(run(5, never)).resolves.toBeUndefined();
});

test('Semaphore lends the slot of a paused task to others, within a limit', async () => {
	const semaphore = new Semaphore(1, 1);
	const { signal } = new AbortController();
	const order: string[] = [];
	let open = (): void => {};
	const opened = new Promise<void>((resolve) => {
		open = resolve;
	});
	const first = semaphore.run(async (pause) => {
		await pause(() => opened);
		order.push('first');
	}, signal);
	const second = semaphore.run(async (pause) => {
		order.push('second');
		// The first task is paused and keeps its slot.
		await pause(async () => open());
		await new Promise((resolve) => setImmediate(resolve));
		order.push('second again');
	}, signal);
	await Promise.all([first, second]);
	expect(order).toEqual(['second', 'second again', 'first']);
	const abort = new AbortController();
	const aborted = semaphore.run((pause) => pause(async () => abort.abort(new Error('enough'))), abort.signal);
	await expect(aborted).rejects.toThrow('enough');
	await expect(semaphore.run(async () => 'free')).resolves.toBe('free');
});
