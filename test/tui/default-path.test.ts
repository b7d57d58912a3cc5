import { expect, test } from 'vitest';
import { torrentPath } from '../../source/tui/panes/downloads/export-commands.ts';

const infohash = 'a'.repeat(40);

test('a .torrent file is saved in the folder of the cockpit, for any name', () => {
	expect(torrentPath('../up', infohash, '/srv/x', '/home/me')).toBe('/srv/x/up.torrent');
	expect(torrentPath('', infohash, '/srv/x', '/home/me')).toBe(`/srv/x/${infohash}.torrent`);
});

test('the home folder is abbreviated, but not folders with the same prefix', () => {
	expect(torrentPath('a', infohash, '/home/me', '/home/me')).toBe('~/a.torrent');
	expect(torrentPath('a', infohash, '/home/me/sub', '/home/me')).toBe('~/sub/a.torrent');
	expect(torrentPath('a', infohash, '/home/melon', '/home/me')).toBe('/home/melon/a.torrent');
	expect(torrentPath('a', infohash, '/srv', '/')).toBe('/srv/a.torrent');
});
