import { expect, test } from 'vitest';
import { KeyedQueue } from '../../source/concurrency/keyed-queue.ts';

test('KeyedQueue runs tasks of a key in order, and other keys without waiting', async () => {
	const queues = new KeyedQueue<string>();
	const done: string[] = [];
	let finish = () => {};
	const first = queues.run('a', async () => {
		await new Promise<void>((resolve) => {
			finish = resolve;
		});
		done.push('first');
		return 1;
	});
	const second = queues.run('a', async () => {
		done.push('second');
		return 2;
	});
	await queues.run('b', async () => done.push('other key'));
	finish();
	expect(await Promise.all([first, second])).toEqual([1, 2]);
	expect(done).toEqual(['other key', 'first', 'second']);
});
