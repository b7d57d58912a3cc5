import { expect, test } from 'vitest';
import { LazyPart, lazyPartText } from '../../../source/service/core/lazy-part.ts';

test('a part that cannot be opened is reported, and the next request tries again', async () => {
	const failures = ['damaged', 'damaged'];
	const reported: unknown[] = [];
	const part = { close: () => {} };
	const lazy = new LazyPart({
		name: 'market',
		load: async () => {
			const reason = failures.pop();
			if (reason !== undefined) throw new Error(reason);
			return part;
		},
		emit: (name, payload) => void reported.push([name, payload]),
		log: (level, text) => void reported.push([level, text]),
	});
	lazy.start();
	const text = lazyPartText.notOpened('market', 'damaged');
	const once = [
		['error', text],
		['tribler_exception', { text }],
	];
	await expect.poll(() => reported).toEqual(once);
	await expect(lazy.open()).rejects.toThrow('damaged');
	expect(reported).toEqual([...once, ...once]);
	expect(lazy.current).toBeUndefined();
	expect(await lazy.open()).toBe(part);
	expect(lazy.current).toBe(part);
});
