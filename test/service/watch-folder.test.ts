import { spawnSync } from 'node:child_process';
import {
	copyFile,
	mkdir,
	readdir,
	readFile,
	rename,
	rm,
	symlink,
	truncate,
	writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { systemReasons } from '../../source/service/http/http-error.ts';
import { watchText } from '../../source/service/watch/watch-folder.ts';
import { until } from '../programs/until.ts';
import { watchFolderScene } from './watch-folder-scene.ts';

type Scene = Awaited<ReturnType<typeof watchFolderScene>>;

let drop: Scene['drop'];
let service: Scene['service'];
let corrupt: Scene['corrupt'];
let make: Scene['make'];
let infohashes: Scene['infohashes'];
let times: Scene['times'];

beforeAll(async () => {
	({ drop, service, corrupt, make, infohashes, times } = await watchFolderScene());
});

test('a missing folder is reported once, and scanned when it exists', async () => {
	const unreadable = watchText.unreadable(drop, systemReasons.ENOENT);
	await until(() => times(unreadable) === 1);
	const torrent = await make('first');
	await mkdir(drop);
	await copyFile(torrent.path, join(drop, 'first.torrent'));
	await until(async () => (await infohashes()).includes(torrent.infohash));
	expect(times(unreadable)).toBe(1);
	expect(times(watchText.readable(drop))).toBe(1);
	await until(async () => (await readdir(drop)).join() === 'first.torrent.added');
	const [download] = (await service.client().listDownloads()).downloads;
	expect(download).toMatchObject({ destination: service.downloadFolder, name: 'first', hops: 0 });
});

test('a magnet link in a .magnet file is added', async () => {
	const infohash = 'abcdef0123456789abcdef0123456789abcdef01';
	await writeFile(join(drop, 'link.magnet'), `magnet:?xt=urn:btih:${infohash}&dn=linked\n`);
	await until(async () => (await infohashes()).includes(infohash));
	await until(async () => (await readdir(drop)).includes('link.magnet.added'));
});

test('a corrupt file is reported once and renamed; links, pipes and folders are left alone', async () => {
	const outside = await make('outside');
	await symlink(outside.path, join(drop, 'link.torrent'));
	spawnSync('mkfifo', [join(drop, 'pipe.torrent')]);
	await mkdir(join(drop, 'folder.torrent'));
	await writeFile(join(drop, 'notes.txt'), 'some plain notes');
	await writeFile(join(drop, 'bad.torrent'), 'd8:announce');
	// From an earlier time: it is not overwritten.
	await writeFile(join(drop, 'bad.torrent.corrupt'), 'earlier');
	await writeFile(join(drop, 'empty.torrent'), '');
	await writeFile(join(drop, 'bad.magnet'), 'magnet:?xt=urn:btih:zz');
	await writeFile(join(drop, 'huge.torrent'), 'd4:info');
	await truncate(join(drop, 'huge.torrent'), 4 * 1024 ** 3);
	const names = ['bad.magnet', 'bad.torrent', 'empty.torrent', 'huge.torrent'];
	await until(() => corrupt().length >= names.length);
	expect(corrupt().sort()).toEqual(names);
	await until(async () => (await readdir(drop)).filter((name) => name.endsWith('.corrupt')).length === 5);
	expect(await readdir(drop)).toContain('bad.torrent.2.corrupt');
	expect(await readFile(join(drop, 'bad.torrent.corrupt'), 'utf8')).toBe('earlier');
	const left = (await readdir(drop)).filter((name) => !/\.(added|corrupt)$/.test(name));
	expect(left.sort()).toEqual(['folder.torrent', 'link.torrent', 'notes.txt', 'pipe.torrent']);
	for (const name of ['link', 'pipe', 'folder'])
		expect(times(`${name}.torrent" in the watch folder is not a regular file and is ignored`)).toBe(1);
	expect(await infohashes()).not.toContain(outside.infohash);
});

test('a removed download is not added again by a restart, and a file dropped twice is added once', async () => {
	const torrent = await make('again');
	await copyFile(torrent.path, join(drop, 'again.torrent'));
	await until(async () => (await readdir(drop)).includes('again.torrent.added'));
	await copyFile(torrent.path, join(drop, 'again.torrent'));
	await until(async () => (await readdir(drop)).includes('again.torrent.2.added'));
	const before = await infohashes();
	expect(before.filter((infohash) => infohash === torrent.infohash)).toHaveLength(1);
	await service
		.client()
		.removeDownload({ params: { infohash: torrent.infohash }, body: { remove_data: true } });
	await service.end();
	// Discarded while the service is stopped.
	const late = await make('late');
	await copyFile(late.path, join(drop, 'late.torrent'));
	await service.restart();
	await until(async () => (await infohashes()).includes(late.infohash));
	expect((await infohashes()).sort()).toEqual(
		[...before.filter((infohash) => infohash !== torrent.infohash), late.infohash].sort(),
	);
});

test('a file that cannot be added now is reported once and stays', async () => {
	// Until their checks end, downloads make their folder again.
	await until(async () => {
		const { downloads } = await service.client().listDownloads();
		return !downloads.some(({ status }) => /CHECK|ALLOCATING|^LOADING/.test(status));
	});
	// The download folder cannot be written to.
	const away = `${service.downloadFolder}.away`;
	await rename(service.downloadFolder, away);
	await writeFile(service.downloadFolder, '');
	try {
		const torrent = await make('later');
		await copyFile(torrent.path, join(drop, 'later.torrent'));
		await until(() => times('later.torrent" cannot be added now') === 1);
		expect(await readdir(drop)).toContain('later.torrent');
		expect(await infohashes()).not.toContain(torrent.infohash);
	} finally {
		await rm(service.downloadFolder);
		await rename(away, service.downloadFolder);
	}
});
