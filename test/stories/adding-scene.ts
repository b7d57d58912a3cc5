import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll } from 'vitest';
import { downloadsOf, removeAll, runService, type TestService } from '../fixtures/service.ts';
import { type MadeTorrent, makeTorrent } from '../programs/torrents.ts';

export let service: TestService;
/** Folder for the user's torrents, on the cockpit's machine. */
export let shelf: string;
export let films: MadeTorrent;
export let songs: MadeTorrent;

/** Starts the service of the tests of a file, without downloads in each test, and writes the torrents of the user. */
export function prepareShelf(): void {
	beforeAll(async () => {
		// A proxy that is not running: downloads with hops wait for it.
		service = await runService({ flags: ['--no-pex'], settings: { proxies: ['socks5://127.0.0.2:9'] } });
		shelf = join(service.folder, 'shelf');
		await mkdir(join(shelf, 'older'), { recursive: true });
		films = await makeTorrent(shelf, 'films', {
			'one/a.mkv': 60_000,
			'one/b.srt': 2_000,
			'two/c.mkv': 50_000,
			'readme.txt': 100,
		});
		songs = await makeTorrent(shelf, 'songs', { 'song.ogg': 20_000 });
		await writeFile(join(shelf, 'broken.torrent'), 'not at all');
		await writeFile(join(shelf, '.secret.torrent'), songs.bytes);
		await symlink(films.path, join(shelf, 'older', 'linked.torrent'));
	});

	afterEach(() => removeAll(service));
}

export const magnet = (digit: string, name: string) => `magnet:?xt=urn:btih:${digit.repeat(40)}&dn=${name}`;

export const listed = () => downloadsOf(service);
