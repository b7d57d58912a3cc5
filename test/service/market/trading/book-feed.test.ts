import { expect, test } from 'vitest';
import { BookFeed } from '../../../../source/service/market/trading/book-feed.ts';

/** Returns all statements after a change, and the number of pages. */
function readAll(feed: BookFeed, epoch: string, after: number) {
	const envelopes: string[] = [];
	let page = feed.page(epoch, after);
	for (; page.more; page = feed.page(page.epoch, page.upTo)) envelopes.push(...page.envelopes);
	envelopes.push(...page.envelopes);
	return { envelopes, upTo: page.upTo };
}

test('pages have all statements after a change in the sequence of their last change', () => {
	const feed = new BookFeed('e');
	const expected = new Map<string, string>();
	let seed = 1;
	const below = (maximum: number) => {
		seed = (seed * 48_271) % 2_147_483_647;
		return seed % maximum;
	};
	for (let step = 0; step < 5_000; step++) {
		const key = `k${below(400)}`;
		expected.delete(key);
		if (below(3) === 0) feed.delete(key);
		else {
			const envelope = `${key} ${step} ${'x'.repeat(below(200))}`;
			feed.set(key, envelope);
			expected.set(key, envelope);
		}
		if (step === 2_500) expected.clear();
		if (step === 2_500) for (let number = 0; number < 400; number++) feed.delete(`k${number}`);
	}
	const { envelopes, upTo } = readAll(feed, 'other', 12_345);
	expect(envelopes).toEqual([...expected.values()]);
	expect(readAll(feed, 'e', upTo).envelopes).toEqual([]);
	feed.delete(envelopes[5]?.split(' ')[0] ?? '');
	feed.set('new', 'new statement');
	expect(readAll(feed, 'e', upTo).envelopes).toEqual(['new statement']);
});
