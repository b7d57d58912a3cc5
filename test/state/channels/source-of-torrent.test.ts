import { expect, test } from 'vitest';
import { sourceOfItem, sourceOfTorrent } from '../../../source/state/channels/source-of-torrent.ts';

const infohash = 'ab'.repeat(20);

test('a torrent becomes a magnet link with its name and usable trackers', () => {
	const source = sourceOfTorrent({
		infohash,
		name: 'A & B \ud800 中',
		trackers: ['udp://t.example:1/a?x=1&y=2', 'javascript:alert(1)', 'HTTPS://t.example/announce'],
	});
	expect(source).toMatchObject({ kind: 'magnet', infohash, name: 'A & B \ufffd 中' });
	const link = new URLSearchParams(source?.uri.slice('magnet:?'.length));
	expect(link.getAll('tr')).toEqual(['udp://t.example:1/a?x=1&y=2', 'HTTPS://t.example/announce']);
});

test('many long trackers do not make a link that is too long', () => {
	const trackers = Array.from({ length: 90 }, (_, index) => `http://t${index}.example/${'é'.repeat(900)}`);
	expect(sourceOfTorrent({ infohash, name: '中'.repeat(500), trackers })?.kind).toBe('magnet');
});

test('an invalid infohash has no link', () => {
	expect(sourceOfTorrent({ infohash: '../etc/passwd', name: '', trackers: [] })).toBeUndefined();
});

test('an item has its magnet link or address, else its infohash, and never a path', () => {
	const item = { title: 'An item', uri: '' };
	expect(sourceOfItem(item)).toBeUndefined();
	expect(sourceOfItem({ ...item, uri: 'file:///etc/passwd' })).toBeUndefined();
	expect(sourceOfItem({ ...item, uri: '/etc/passwd', infohash })).toMatchObject({ kind: 'magnet', infohash });
	expect(sourceOfItem({ ...item, uri: `magnet:?xt=urn:btih:${infohash}&dn=x` })).toMatchObject({ name: 'x' });
	expect(sourceOfItem({ ...item, uri: 'https://feeds.example/1.torrent' })?.kind).toBe('url');
});
