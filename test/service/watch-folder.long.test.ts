import { appendFile, copyFile, mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { watchText } from '../../source/service/watch/watch-folder.ts';
import { until } from '../programs/until.ts';
import { watchFolderScene } from './watch-folder-scene.ts';

type Scene = Awaited<ReturnType<typeof watchFolderScene>>;

let drop: Scene['drop'];
let corrupt: Scene['corrupt'];
let make: Scene['make'];
let infohashes: Scene['infohashes'];
let times: Scene['times'];

beforeAll(async () => {
	({ drop, corrupt, make, infohashes, times } = await watchFolderScene());
	await mkdir(drop);
});

test('a file that is still being written is added when it is complete', async () => {
	const torrent = await make('slow');
	const path = join(drop, 'slow.torrent');
	const half = Math.floor(torrent.bytes.length / 2);
	await writeFile(path, torrent.bytes.subarray(0, half));
	// It has been read, incomplete, when a later one is added.
	const other = await make('meanwhile');
	await copyFile(other.path, join(drop, 'meanwhile.torrent'));
	await until(async () => (await infohashes()).includes(other.infohash));
	expect(await readdir(drop)).toContain('slow.torrent');
	await appendFile(path, torrent.bytes.subarray(half));
	await until(async () => (await infohashes()).includes(torrent.infohash));
	await until(async () => (await readdir(drop)).includes('slow.torrent.added'));
	expect(corrupt()).toEqual([]);
});

test('a name that is not UTF-8 is reported once, and added under another name', async () => {
	const torrent = await make('latin');
	const path = Buffer.concat([Buffer.from(`${drop}/caf`), Buffer.from([0xe9]), Buffer.from('.torrent')]);
	await writeFile(path, torrent.bytes);
	const notes = Buffer.concat([Buffer.from(`${drop}/not`), Buffer.from([0xff]), Buffer.from('.txt')]);
	await writeFile(notes, 'some plain notes');
	const notUtf8 = watchText.notUtf8(drop, 1, 'caf\ufffd.torrent');
	await until(() => times(notUtf8) === 1);
	// After several scans.
	await copyFile((await make('later-look')).path, join(drop, 'later-look.torrent'));
	await until(async () => (await readdir(drop)).includes('later-look.torrent.added'));
	expect(times(notUtf8)).toBe(1);
	await rename(path, join(drop, 'coffee.torrent'));
	await until(async () => (await infohashes()).includes(torrent.infohash));
});
