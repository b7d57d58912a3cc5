import { spawnSync } from 'node:child_process';
import {
	appendFile,
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
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemReasons } from '../../source/service/http/http-error.ts';
import { watchText } from '../../source/service/watch/watch-folder.ts';
import { type ServiceHere, serveHere } from '../programs/service-here.ts';
import { type TemporaryFolder, temporaryFolder } from '../programs/temporary-folder.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

let folder: TemporaryFolder;
let drop: string;
let service: ServiceHere;
/** Names in the events. */
const corrupt: string[] = [];

const start = () => serveHere(folder.path, ['--watch-folder', drop]);

beforeAll(async () => {
	folder = await temporaryFolder();
	drop = join(folder.path, 'drop');
	// The folder does not exist yet.
	service = await start();
	void listen();
});

afterAll(async () => {
	await service?.end();
	await folder?.remove();
});

async function listen(): Promise<void> {
	const answer = await fetch(`${service.url}/events`, { headers: { 'x-api-key': service.key } });
	let text = '';
	const decoder = new TextDecoder();
	try {
		for await (const bytes of answer.body ?? []) {
			text += decoder.decode(bytes, { stream: true });
			const lines = text.split('\n');
			text = lines.pop() ?? '';
			for (const line of lines) {
				const { type, event } = JSON.parse(line);
				if (type === 'watch_folder_corrupt_torrent') corrupt.push(event.name);
			}
		}
	} catch {
		// The service ended.
	}
}

const make = (name: string) => makeTorrent(join(folder.path, 'data'), name, { 'a.bin': 50_000 });

async function infohashes(): Promise<string[]> {
	return (await service.client().listDownloads()).downloads.map(({ infohash }) => infohash);
}

const times = (text: string) => service.output().split(text).length - 1;

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
	expect(corrupt).toEqual([]);
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
	await until(() => corrupt.length >= names.length);
	expect([...corrupt].sort()).toEqual(names);
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
	service = await start();
	await until(async () => (await infohashes()).includes(late.infohash));
	expect((await infohashes()).sort()).toEqual(
		[...before.filter((infohash) => infohash !== torrent.infohash), late.infohash].sort(),
	);
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
