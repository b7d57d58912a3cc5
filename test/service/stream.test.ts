import { createHash } from 'node:crypto';
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseTorrent } from '../../source/metainfo/metainfo.ts';
import type { Download } from '../../source/protocol/resources/download.ts';
import type { EngineProcess } from '../../source/service/engine/process.ts';
import { OutsideDestination } from '../../source/service/storage/refused-path.ts';
import { runService, type TestService } from '../fixtures/service.ts';
import { engineOf } from '../programs/children.ts';
import { startSeeder, startTracker, type Tracker } from '../programs/seeder.ts';
import { type TemporaryFolder, temporaryFolder } from '../programs/temporary-folder.ts';
import { type MadeTorrent, makeTorrent, noise } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

/** Bytes per second and torrent: requested pieces arrive long before the rest. */
const SLOW_RATE = 500_000;
const kilobyte = 1000;

/** Torrents by name: their contents, and upload limits. */
const contents = {
	order: { files: { 'first.bin': 2_000 * kilobyte, 'film.mkv': 500 * kilobyte }, speed: SLOW_RATE },
	seek: { files: { 'film.mp4': 4_000 * kilobyte }, speed: SLOW_RATE },
	several: { files: { 'film.webm': 2_000 * kilobyte, 'empty.txt': 0 }, speed: SLOW_RATE },
	unwanted: { files: { 'wanted.bin': 100 * kilobyte, 'song.mp3': 500 * kilobyte }, speed: SLOW_RATE },
	stalled: { files: { 'wanted.bin': 1 * kilobyte, 'long.mkv': 40_000 * kilobyte }, speed: 0 },
	stopped: { files: { 'film.mkv': 3_000 * kilobyte }, speed: SLOW_RATE },
	killed: { files: { 'film.mkv': 1_250 * kilobyte }, speed: SLOW_RATE },
	alone: { files: { 'page.html': 50 * kilobyte, 'a/deep/film.avi': 50 * kilobyte }, speed: null },
} as const;
type Name = keyof typeof contents;

let folder: TemporaryFolder;
let service: TestService;
let tracker: Tracker;
let seeder: EngineProcess;
const torrents = new Map<string, MadeTorrent>();

beforeAll(async () => {
	[folder, tracker] = await Promise.all([temporaryFolder(), startTracker()]);
	const data = join(folder.path, 'data');
	for (const [name, { files, speed }] of Object.entries(contents)) {
		const trackers = speed === null ? [] : [tracker.url];
		const pieceLength = name === 'stalled' ? 65_536 : 16_384;
		torrents.set(name, await makeTorrent(data, name, files, { trackers, pieceLength }));
	}
	const seeded = [...torrents].filter(([name]) => name !== 'alone');
	seeder = await startSeeder(
		seeded.map(([, torrent]) => ({ ...torrent, folder: data })),
		SLOW_RATE,
	);
	await seeder.limit(infohashOf('stalled'), 0, 0);
	service = await runService({ folder: folder.path });
});

afterAll(async () => {
	await seeder?.close();
	await tracker?.close();
	await folder?.remove();
});

const infohashOf = (name: Name): string => torrents.get(name)?.infohash ?? '';

/** Returns the index of a file; an unknown path is returned unchanged. */
function indexOf(name: Name, path: string): string {
	const { files } = parseTorrent(torrents.get(name)?.bytes ?? new Uint8Array());
	const index = files.findIndex((file) => file.path === path);
	return index < 0 ? path : String(index);
}

async function add(name: Name, selected?: string): Promise<void> {
	const uri = torrents.get(name)?.path ?? '';
	const body = selected ? { uri, selected_files: [Number(indexOf(name, selected))] } : { uri };
	await service.client().addDownload({ body });
}

async function download(name: Name): Promise<Download> {
	const { downloads } = await service.client().listDownloads();
	const found = downloads.find(({ infohash }) => infohash === infohashOf(name));
	if (!found) throw new Error(`${name} is not listed`);
	return found;
}

const progress = async (name: Name, path: string) => {
	const { files } = await service.client().listFiles({ params: { infohash: infohashOf(name) } });
	return files.find((file) => file.name === path)?.progress ?? 0;
};

const change = (name: Name, state: 'stop' | 'resume') =>
	service.client().changeDownload({ params: { infohash: infohashOf(name) }, body: { state } });

function ask(name: Name, file: string, init: RequestInit = {}): Promise<Response> {
	return fetch(`${service.url}/downloads/${infohashOf(name)}/stream/${indexOf(name, file)}`, {
		...init,
		headers: { 'x-api-key': service.key, ...init.headers },
	});
}

const range = (value: string, more: Record<string, string> = {}) => ({ headers: { range: value, ...more } });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A reader that reads only on demand. */
function open(name: Name, file: string): Promise<IncomingMessage> {
	const path = `${service.url}/downloads/${infohashOf(name)}/stream/${indexOf(name, file)}`;
	return new Promise((resolve, reject) => {
		get(path, { headers: { 'x-api-key': service.key } }, resolve).on('error', reject);
	});
}

describe('the stream of a running download', () => {
	test('returns a file complete and unchanged, before all other pieces', async () => {
		await add('order');
		const response = await ask('order', 'film.mkv');
		expect(response.status).toBe(200);
		expect(Object.fromEntries(response.headers)).toMatchObject({
			'content-length': '500000',
			'content-type': 'video/x-matroska',
			'accept-ranges': 'bytes',
			'content-disposition': `inline; filename="film.mkv"; filename*=UTF-8''film.mkv`,
			'x-content-type-options': 'nosniff',
		});
		expect(await download('order')).toMatchObject({ vod_mode: true });
		expect(sha256(await bytesOf(response))).toBe(sha256(noise('film.mkv', 500_000)));
		expect(await progress('order', 'first.bin')).toBeLessThan(1);
		await until(async () => !(await download('order')).vod_mode);
	});

	test('does not delay a reader that jumps to the end', async () => {
		await add('seek');
		const all = noise('film.mp4', 4_000_000);
		// The headers arrive before any data.
		const head = await ask('seek', 'film.mp4', { method: 'HEAD' });
		expect([head.status, head.headers.get('content-length'), head.headers.get('content-type')]).toEqual([
			200,
			'4000000',
			'video/mp4',
		]);
		expect((await ask('seek', 'film.mp4', range('bytes=4000000-'))).status).toBe(416);
		const end = await ask('seek', 'film.mp4', range('bytes=-250000'));
		expect(end.status).toBe(206);
		expect(end.headers.get('content-range')).toBe('bytes 3750000-3999999/4000000');
		expect((await bytesOf(end)).equals(all.subarray(3_750_000))).toBe(true);
		const middle = await ask('seek', 'film.mp4', range('bytes=2000000-2149999'));
		expect((await bytesOf(middle)).equals(all.subarray(2_000_000, 2_150_000))).toBe(true);
		expect(await progress('seek', 'film.mp4')).toBeLessThan(1);
	});

	test('serves several readers at different positions', async () => {
		await add('several');
		const all = noise('film.webm', 2_000_000);
		const positions = [0, 700_000, 1_900_000];
		const parts = await Promise.all(
			positions.map(async (from) =>
				bytesOf(await ask('several', 'film.webm', range(`bytes=${from}-${from + 99_999}`))),
			),
		);
		for (const [at, from] of positions.entries())
			expect(parts[at]?.equals(all.subarray(from, from + 100_000))).toBe(true);
		const empty = await ask('several', 'empty.txt');
		expect([empty.status, empty.headers.get('content-length'), await empty.text()]).toEqual([200, '0', '']);
	});

	test('downloads an unselected file for its reader, without selecting it', async () => {
		await add('unwanted', 'wanted.bin');
		await until(async () => (await download('unwanted')).status === 'SEEDING');
		const response = await ask('unwanted', 'song.mp3');
		expect(sha256(await bytesOf(response))).toBe(sha256(noise('song.mp3', 500_000)));
		const { files } = await service.client().listFiles({ params: { infohash: infohashOf('unwanted') } });
		expect(files.map(({ name, included }) => [name, included]).sort()).toEqual([
			['song.mp3', false],
			['wanted.bin', true],
		]);
		expect(await download('unwanted')).toMatchObject({ status: 'SEEDING', progress: 1 });
	});

	test('fetches only the read-ahead for a reader that does not read', async () => {
		await add('stalled', 'wanted.bin');
		const reader = await open('stalled', 'long.mkv');
		reader.pause();
		// The window moves while buffers of the connection fill.
		await until(async () => {
			const { vod_mode, vod_prebuffering_progress, vod_prebuffering_progress_consec } =
				await download('stalled');
			return vod_mode && vod_prebuffering_progress === 1 && vod_prebuffering_progress_consec === 1;
		});
		expect(await progress('stalled', 'long.mkv')).toBeLessThan(0.5);

		// It disconnects. A later reader starts elsewhere, and no more pieces are fetched for the first.
		reader.destroy();
		await until(async () => !(await download('stalled')).vod_mode);
		const later = await ask('stalled', 'long.mkv', range('bytes=-1000'));
		const all = noise('long.mkv', 40_000_000);
		expect((await bytesOf(later)).equals(all.subarray(-1000))).toBe(true);
		expect(await progress('stalled', 'long.mkv')).toBeLessThan(0.5);
	});

	test('continues when the engine died and was replaced', async () => {
		await add('killed');
		const response = await ask('killed', 'film.mkv');
		const parts: Uint8Array[] = [];
		for await (const part of response.body ?? []) {
			if (parts.length === 0) process.kill(engineOf(service), 'SIGKILL');
			parts.push(part);
		}
		expect(sha256(Buffer.concat(parts))).toBe(sha256(noise('film.mkv', 1_250_000)));
		expect(service.output()).toContain('SIGKILL');
	});

	test('ends when the download is stopped; existing data is still readable', async () => {
		await add('stopped');
		const reader = await open('stopped', 'film.mkv');
		const received: Buffer[] = [];
		const ended = new Promise<void>((resolve) => reader.once('close', resolve).once('error', () => {}));
		reader.on('data', (chunk: Buffer) => received.push(chunk));
		await until(() => received.length > 0);
		await change('stopped', 'stop');
		await ended;
		expect(reader.complete).toBe(false);
		const all = noise('film.mkv', 3_000_000);
		const got = Buffer.concat(received);
		expect(got.length).toBeLessThan(3_000_000);
		expect(got.equals(all.subarray(0, got.length))).toBe(true);

		expect(
			(await bytesOf(await ask('stopped', 'film.mkv', range('bytes=0-999')))).equals(all.subarray(0, 1000)),
		).toBe(true);
		const missing = await ask('stopped', 'film.mkv', range('bytes=2500000-2500999'));
		expect(missing.status).toBe(409);
		expect(await missing.json()).toMatchObject({
			error: { handled: true, code: 'ContentMissingError', message: expect.stringContaining('resume it') },
		});
		await change('stopped', 'resume');
		const later = await ask('stopped', 'film.mkv', range('bytes=2500000-2500999'));
		expect((await bytesOf(later)).equals(all.subarray(2_500_000, 2_501_000))).toBe(true);
	});
});

describe('the stream of a complete file', () => {
	beforeAll(async () => {
		const { infohash } = torrents.get('alone') ?? { infohash: '' };
		await service.client().addDownload({
			body: { uri: torrents.get('alone')?.path ?? '', destination: join(folder.path, 'data') },
		});
		await until(async () => (await download('alone')).status === 'SEEDING');
		expect(infohash).not.toBe('');
	});

	test('HEAD has the headers of GET, and no body', async () => {
		const head = await ask('alone', 'a/deep/film.avi', { method: 'HEAD' });
		const whole = await ask('alone', 'a/deep/film.avi');
		expect(head.status).toBe(200);
		expect(await head.text()).toBe('');
		for (const name of ['content-length', 'content-type', 'accept-ranges', 'content-disposition', 'etag'])
			expect([name, head.headers.get(name)]).toEqual([name, whole.headers.get(name)]);
		expect(head.headers.get('content-length')).toBe('50000');
		expect((await bytesOf(whole)).equals(noise('a/deep/film.avi', 50_000))).toBe(true);
		expect((await ask('alone', '7', { method: 'HEAD' })).status).toBe(404);
	});

	test('a page is downloaded instead of shown, so that no script runs at the address of the service', async () => {
		const { headers } = await ask('alone', 'page.html');
		expect(headers.get('content-type')).toBe('application/octet-stream');
		expect(headers.get('content-disposition')).toMatch(/^attachment; filename="page\.html"/);
		expect(headers.get('content-security-policy')).toMatch(/^sandbox;/);
	});

	test.each([
		['bytes=0-0', 206, 0, 1],
		['bytes=49999-', 206, 49_999, 50_000],
		['bytes=100-999999', 206, 100, 50_000],
		['bytes=-70000', 206, 0, 50_000],
		['bytes=0-9,20-29', 200, 0, 50_000],
		['pages=1-2', 200, 0, 50_000],
	])('the range %s is answered with %i', async (value, status, from, to) => {
		const response = await ask('alone', 'a/deep/film.avi', range(value));
		expect(response.status).toBe(status);
		const part = noise('a/deep/film.avi', 50_000).subarray(from, to);
		expect(response.headers.get('content-range')).toBe(
			status === 206 ? `bytes ${from}-${to - 1}/50000` : null,
		);
		expect((await bytesOf(response)).equals(part)).toBe(true);
	});

	test.each(['bytes=50000-', 'bytes=-0', 'bytes=9-5', 'bytes=', 'bytes=a-b', 'bytes=99999999999999999999-'])(
		'the range %s is refused',
		async (value) => {
			const response = await ask('alone', 'a/deep/film.avi', range(value));
			expect(response.status).toBe(416);
			expect(response.headers.get('content-range')).toBe('bytes */50000');
			expect(await response.json()).toMatchObject({ error: { handled: true, code: expect.any(String) } });
		},
	);

	test('a range applies only to the file that If-Range names', async () => {
		const etag = (await ask('alone', 'a/deep/film.avi', { method: 'HEAD' })).headers.get('etag') ?? '';
		expect((await ask('alone', 'a/deep/film.avi', range('bytes=0-9', { 'if-range': etag }))).status).toBe(
			206,
		);
		expect(
			(await ask('alone', 'a/deep/film.avi', range('bytes=0-9', { 'if-range': '"other"' }))).status,
		).toBe(200);
	});

	test.each(['2', '-1', '1.5', 'x', '1e0'])('an unknown file %s is a 404', async (index) => {
		const response = await ask('alone', index);
		expect(response.status).toBe(404);
		expect(await response.json()).toMatchObject({ error: { code: 'FileNotFoundError' } });
	});

	test('a symbolic link out of the download folder is not followed, one inside it is', async () => {
		const place = join(folder.path, 'data', 'alone');
		const outside = join(folder.path, 'outside');
		await mkdir(join(outside, 'deep'), { recursive: true });
		await writeFile(join(outside, 'deep', 'film.avi'), Buffer.alloc(50_000, 'secret'));
		await rename(join(place, 'a'), join(place, 'b'));
		await symlink(outside, join(place, 'a'));
		const refused = await ask('alone', 'a/deep/film.avi');
		expect(refused.status).toBe(500);
		expect(await refused.json()).toMatchObject({
			error: { handled: true, message: expect.stringContaining(new OutsideDestination('').message) },
		});

		await rename(join(place, 'a'), join(place, 'link'));
		await symlink(join(place, 'b'), join(place, 'a'));
		expect(
			(await bytesOf(await ask('alone', 'a/deep/film.avi'))).equals(noise('a/deep/film.avi', 50_000)),
		).toBe(true);
	});
});
