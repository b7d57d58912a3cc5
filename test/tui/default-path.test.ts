import { expect, test } from 'vitest';
import { defaultPath } from '../../source/tui/dialogs/add/place.ts';

test('a file is saved in the folder of the cockpit', () => {
	expect(defaultPath('a.torrent', { folder: '/srv/x', home: '/home/me' })).toBe('/srv/x/a.torrent');
});

test('the home folder is abbreviated, but not folders with the same prefix', () => {
	expect(defaultPath('a.torrent', { folder: '/home/me', home: '/home/me' })).toBe('~/a.torrent');
	expect(defaultPath('a.torrent', { folder: '/home/me/sub', home: '/home/me' })).toBe('~/sub/a.torrent');
	expect(defaultPath('a.torrent', { folder: '/home/melon', home: '/home/me' })).toBe('/home/melon/a.torrent');
	expect(defaultPath('a.torrent', { folder: '/srv', home: '/' })).toBe('/srv/a.torrent');
});
