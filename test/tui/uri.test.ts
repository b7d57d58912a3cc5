import { expect, test } from 'vitest';
import { uriOf, urisOf } from '../../source/tui/dialogs/add/uri.ts';

const magnet = (digit: string) => `magnet:?xt=urn:btih:${digit.repeat(40)}`;

test('paths become absolute, all else stays as it is', () => {
	expect(uriOf('a.torrent', '/srv', '/home/me')).toBe('/srv/a.torrent');
	expect(uriOf('~/a b.torrent', '/srv', '/home/me')).toBe('/home/me/a b.torrent');
	expect(uriOf(`'/x/a.torrent'`, '/srv', '/home/me')).toBe('/x/a.torrent');
	expect(uriOf(magnet('a'))).toBe(magnet('a'));
	expect(uriOf('a'.repeat(40))).toBe('a'.repeat(40));
});

test('magnet links and URLs that are pasted together are several sources; blanks in a path are its own', () => {
	expect(urisOf(` ${magnet('a')} ${magnet('b')}&dn=one two  http://x/y.torrent `)).toEqual([
		magnet('a'),
		`${magnet('b')}&dn=one two`,
		'http://x/y.torrent',
	]);
	expect(urisOf('/srv/one two.torrent')).toEqual(['/srv/one two.torrent']);
});
