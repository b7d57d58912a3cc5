import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChannelContent } from '../../../../source/service/channels/channel-registry.ts';
import { MAX_PAGE_BYTES } from '../../../../source/service/channels/exchange/limits.ts';
import { contentOf, contentPagesOf, pagesOf } from '../../../../source/service/channels/exchange/pages.ts';
import { emptyChannel, playlistEntry, torrentEntries, torrentEntry } from './memory-registry.ts';

/** Returns the content that a receiver reads from the pages. */
function transferred(content: ChannelContent) {
	const pages = pagesOf(content);
	const head = { ...content, torrents: content.torrents.length, index: pages.root, size: pages.size };
	return contentOf(head, contentPagesOf(pages).reverse())?.content;
}

test('any channel arrives unchanged, in pages of limited size', () => {
	const names = fc.string({ unit: 'grapheme', maxLength: 60 });
	const contents = fc.record({
		numbers: fc.uniqueArray(fc.integer({ min: 1, max: 100_000 }), { maxLength: 300 }),
		name: names,
		size: fc.option(fc.nat(), { nil: undefined }),
		isDense: fc.boolean(),
	});
	fc.assert(
		fc.property(contents, ({ numbers, name, size, isDense }) => {
			const torrents = numbers
				.sort((a, b) => a - b)
				.map((number) => torrentEntry(number, { name, size, ...(isDense ? { id: BigInt(number) } : {}) }));
			const playlists = [playlistEntry(1, []), playlistEntry(2, torrents)];
			const content = { ...emptyChannel, version: 1, torrents, playlists };
			expect(transferred(content)).toEqual(content);
			for (const page of pagesOf(content).pages.values())
				expect(page.length).toBeLessThanOrEqual(MAX_PAGE_BYTES);
		}),
		{ numRuns: 40 },
	);
});

test('largest texts fit into pages', () => {
	const torrents = torrentEntries(1, 3);
	const playlists = [
		{ ...playlistEntry(1, torrents), name: '字'.repeat(200), description: '字'.repeat(2_000) },
	];
	const content = { ...emptyChannel, version: 1, torrents, playlists };
	expect(transferred(content)).toEqual(content);
	for (const page of pagesOf(content).pages.values()) expect(page.length).toBeLessThanOrEqual(MAX_PAGE_BYTES);
});

test('pages depend on the content alone, and a changed torrent changes its page and the index', () => {
	const torrents = torrentEntries(1, 3_000);
	const content = { ...emptyChannel, torrents };
	const before = pagesOf(content);
	expect(pagesOf({ ...content, torrents: torrents.toReversed() }).root).toBe(before.root);
	const changed = torrents.map((torrent) =>
		torrent.id === torrents[7]?.id ? { ...torrent, name: 'New' } : torrent,
	);
	const after = pagesOf({ ...content, torrents: changed });
	const fresh = [...after.pages.keys()].filter((hash) => !before.pages.has(hash));
	expect(before.pages.size).toBeGreaterThan(100);
	expect(fresh).toHaveLength(2);
});

test('the feed of a torrent is not published', () => {
	const torrents = [torrentEntry(1, { feed: 'http://user:secret@feed.example/' })];
	expect(pagesOf({ torrents, playlists: [] }).root).toBe(
		pagesOf({ torrents: [torrentEntry(1)], playlists: [] }).root,
	);
});
