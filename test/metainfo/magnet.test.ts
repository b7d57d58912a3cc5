import { expect, test } from 'vitest';
import { MetainfoError } from '../../source/metainfo/error.ts';
import { magnetText, parseMagnet } from '../../source/metainfo/magnet.ts';
import { INVALID_SELECTION, indicesOf } from '../../source/metainfo/selection.ts';

const infohash = '0123456789abcdef0123456789abcdef01234567';

test('parseMagnet reads a magnet link with all parameters', () => {
	const uri = `magnet:?xt=urn:btih:${infohash.toUpperCase()}&dn=A+name%20%E2%9C%93&tr=http%3A%2F%2Fa.invalid%2Fann&tr.1=udp://b.invalid:1&tr=http%3A%2F%2Fa.invalid%2Fann&x.pe=127.0.0.1:6881&x.pe=[::1]:80&x.pe=nonsense&xs=http://c.invalid/`;
	expect(parseMagnet(uri)).toEqual({
		infohash,
		name: 'A name ✓',
		trackers: ['http://a.invalid/ann', 'udp://b.invalid:1'],
		webSeeds: [],
		peers: ['127.0.0.1:6881', '[::1]:80'],
		selection: null,
	});
});

test('parseMagnet reads an infohash in base32, among other topics', () => {
	const uri = 'magnet:?xt=urn:sha1:abc&xt=urn:btih:AERUKZ4JVPG66AJDIVTYTK6N54ASGRLH';
	expect(parseMagnet(uri)).toMatchObject({ infohash, name: '', trackers: [], peers: [] });
});

test.each([
	['http://x.invalid', magnetText.otherBeginning],
	['magnet:?dn=x', magnetText.noInfohash],
	['magnet:?xt=urn:btih:123', magnetText.invalidInfohash],
	[`magnet:?xt=urn:btmh:1220${'a'.repeat(64)}`, magnetText.secondVersion],
	[`magnet:?xt=urn:btih:${infohash}&dn=${'x'.repeat(70_000)}`, magnetText.tooLong],
	['magnet:?%E0%A4%A', magnetText.noInfohash],
])('parseMagnet refuses %.60s', (uri, reason) => {
	expect(() => parseMagnet(uri)).toThrow(MetainfoError);
	expect(() => parseMagnet(uri)).toThrow(reason);
});

test('parseMagnet reads numbers and ranges of files without expanding them', () => {
	const link = (so: string) => parseMagnet(`magnet:?xt=urn:btih:${'a'.repeat(40)}&so=${so}`).selection;
	expect(link('0,2,6-8')).toEqual([
		{ first: 0, last: 0 },
		{ first: 2, last: 2 },
		{ first: 6, last: 8 },
	]);
	expect(link('0-4000000000')).toEqual([{ first: 0, last: 4_000_000_000 }]);
	expect(link('')).toBeNull();
	for (const wrong of ['a', '-1', '3-1', '1,,2', '1-', '99999999999999999999'])
		expect(() => link(wrong)).toThrow(INVALID_SELECTION);
});

test('selected indices are those of the torrent, and the first one beyond it', () => {
	const ranges = [
		{ first: 2, last: 4_000_000_000 },
		{ first: 0, last: 0 },
		{ first: 3, last: 5 },
	];
	expect(indicesOf(ranges, 4)).toEqual([0, 2, 3, 4]);
	expect(indicesOf([{ first: 0, last: 3 }], 4)).toEqual([0, 1, 2, 3]);
	expect(indicesOf([{ first: 7, last: 9 }], 4)).toEqual([7]);
});

test('parseMagnet reads web seeds from ws, and drops unusable ones', () => {
	const { webSeeds } = parseMagnet(
		`magnet:?xt=urn:btih:${'ab'.repeat(20)}&ws=http%3A%2F%2Fa.invalid%2Ffile%20name&ws.1=https://b.invalid/&ws=javascript:1&ws=`,
	);
	expect(webSeeds).toEqual(['http://a.invalid/file name', 'https://b.invalid/']);
});
