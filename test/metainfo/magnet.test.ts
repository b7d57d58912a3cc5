import { expect, test } from 'vitest';
import { MetainfoError } from '../../source/metainfo/error.ts';
import { parseMagnet } from '../../source/metainfo/magnet.ts';

const infohash = '0123456789abcdef0123456789abcdef01234567';

test('a magnet link with everything in it', () => {
	const uri = `magnet:?xt=urn:btih:${infohash.toUpperCase()}&dn=A+name%20%E2%9C%93&tr=http%3A%2F%2Fa.invalid%2Fann&tr.1=udp://b.invalid:1&tr=http%3A%2F%2Fa.invalid%2Fann&x.pe=127.0.0.1:6881&x.pe=[::1]:80&x.pe=nonsense&xs=http://c.invalid/`;
	expect(parseMagnet(uri)).toEqual({
		infohash,
		name: 'A name ✓',
		trackers: ['http://a.invalid/ann', 'udp://b.invalid:1'],
		peers: ['127.0.0.1:6881', '[::1]:80'],
	});
});

test('an infohash in base32, among other topics', () => {
	const uri = 'magnet:?xt=urn:sha1:abc&xt=urn:btih:AERUKZ4JVPG66AJDIVTYTK6N54ASGRLH';
	expect(parseMagnet(uri)).toMatchObject({ infohash, name: '', trackers: [], peers: [] });
});

test.each([
	['http://x.invalid', /does not begin with 'magnet:\?'/],
	['magnet:?dn=x', /names no BitTorrent infohash/],
	['magnet:?xt=urn:btih:123', /neither 40 hexadecimal nor 32 base32/],
	[`magnet:?xt=urn:btmh:1220${'a'.repeat(64)}`, /version 2 only/],
	[`magnet:?xt=urn:btih:${infohash}&dn=${'x'.repeat(70_000)}`, /too long/],
	['magnet:?%E0%A4%A', /names no BitTorrent infohash/],
])('%.60s is refused', (uri, reason) => {
	expect(() => parseMagnet(uri)).toThrow(MetainfoError);
	expect(() => parseMagnet(uri)).toThrow(reason);
});
