import { expect, test } from 'vitest';
import { Queues } from '../../source/runtime/queues.ts';

test('a queue runs its tasks in order for any durations; other queues do not wait', async () => {
	const queues = new Queues();
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
	await queues.run('b', async () => done.push('other queue'));
	await queues.run(undefined, async () => done.push('no queue'));
	finish();
	expect(await Promise.all([first, second])).toEqual([1, 2]);
	expect(done).toEqual(['other queue', 'no queue', 'first', 'second']);
});
