import { expect, test } from 'vitest';
import { parseTorrent } from '../../../source/metainfo/metainfo.ts';
import { MetainfoCache } from '../../../source/service/downloads/metainfo-cache.ts';
import { singleFile } from '../../metainfo/bencoded.ts';

const metainfo = parseTorrent(singleFile(1));

test('the cache evicts the least recently used entry, and counts no removed ones', () => {
	const cache = new MetainfoCache(25_000);
	for (const name of ['one', 'two']) cache.set(name, metainfo, 10_000);
	expect(cache.bytes).toBeGreaterThan(20_000);
	expect(cache.get('one')).toBe(metainfo);
	cache.set('three', metainfo, 10_000);
	expect([cache.get('one'), cache.get('two'), cache.get('three')]).toEqual([metainfo, undefined, metainfo]);
	expect(cache.bytes).toBeLessThanOrEqual(25_000);
	cache.set('one', metainfo, 1_000);
	cache.delete('three');
	cache.delete('three');
	expect(cache.bytes).toBeLessThan(2_000);
	cache.delete('one');
	expect(cache.bytes).toBe(0);
});

test('an entry beyond the limit is kept while it is the last', () => {
	const cache = new MetainfoCache(1_000);
	cache.set('large', metainfo, 1_000_000);
	expect(cache.get('large')).toBe(metainfo);
	cache.set('small', metainfo, 10);
	expect(cache.get('large')).toBeUndefined();
	expect(cache.get('small')).toBe(metainfo);
});
