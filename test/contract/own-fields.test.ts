import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EngineProcess } from '../../source/service/engine/process.ts';
import { startSeeder, startTracker, type Tracker } from '../programs/seeder.ts';
import { type ServiceHere, serveHere } from '../programs/service-here.ts';
import { type TemporaryFolder, temporaryFolder } from '../programs/temporary-folder.ts';
import { type MadeTorrent, makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

/** Checks type and unit of every field of the interface's part 2, as sent while data is transferred. */

const mebibyte = 1024 * 1024;
const size = 8 * mebibyte;
/** Upload limit of the seeder, bytes per second. */
const speed = mebibyte / 4;

let folder: TemporaryFolder;
let tracker: Tracker;
let seeder: EngineProcess;
let service: ServiceHere;
let torrent: MadeTorrent;
let startedAt: number;

beforeAll(async () => {
	folder = await temporaryFolder();
	tracker = await startTracker();
	const data = join(folder.path, 'data');
	const files = { 'a/large.bin': size - 1000, 'small.bin': 1000 };
	torrent = await makeTorrent(data, 'transfer', files, { trackers: [tracker.url] });
	seeder = await startSeeder([{ ...torrent, folder: data }], speed);
	service = await serveHere(folder.path);
	startedAt = Math.floor(Date.now() / 1000);
	await ask('/downloads', { method: 'PUT', body: JSON.stringify({ uri: torrent.path }) });
});

afterAll(async () => {
	await service?.end();
	await seeder?.close();
	await tracker?.close();
	await folder?.remove();
});

type Fields = Readonly<Record<string, unknown>>;

async function ask(path: string, init: RequestInit = {}): Promise<Fields> {
	const answer = await fetch(service.url + path, { ...init, headers: { 'x-api-key': service.key } });
	expect(answer.status).toBe(200);
	return JSON.parse(await answer.text());
}

function listIn(fields: Fields | undefined, name: string): readonly Fields[] {
	const list = fields?.[name];
	return Array.isArray(list) ? list : [];
}

const everything = '/downloads?get_peers=1&get_pieces=1&get_files=1';
const download = async (path = everything) => listIn(await ask(path), 'downloads')[0];

/** Waits until the download reports data from the seeder. */
const running = () =>
	until(async () => {
		const found = await download();
		const [peer] = listIn(found, 'peers');
		const going = Number(found?.speed_down) > 0 && Number(found?.progress) > 0 && Number(peer?.downrate) > 0;
		return going && found;
	});

const text = expect.any(String);
const truth = expect.any(Boolean);
const number = expect.any(Number);

/** Whether each is a whole number from `least` to `most`. */
function expectWhole(fields: Fields, names: readonly string[], least = 0, most = Number.MAX_SAFE_INTEGER) {
	for (const name of names) {
		const field = Number(fields[name]);
		expect([name, Number.isInteger(fields[name]), field >= least, field <= most]).toEqual([
			name,
			true,
			true,
			true,
		]);
	}
}

describe('a download in transfer', () => {
	test('Download', async () => {
		const found = await running();
		expect(found).toMatchObject({
			name: 'transfer',
			infohash: torrent.infohash,
			progress: number,
			status: 'DLSTATUS_DOWNLOADING',
			status_code: 3,
			size,
			ratio: number,
			all_time_ratio: number,
			files: expect.any(Array),
			trackers: expect.any(Array),
			hops: 0,
			anon_download: false,
			safe_seeding: false,
			max_upload_speed: 0,
			max_download_speed: 0,
			destination: service.downloadFolder,
			availability: number,
			peers: expect.any(Array),
			pieces: text,
			total_pieces: 512,
			vod_mode: false,
			vod_mod: false,
			vod_prebuffering_progress: number,
			vod_prebuffering_progress_consec: number,
			error: '',
		});
		expectWhole(found, ['speed_up', 'num_peers', 'total_up', 'all_time_upload']);
		expectWhole(found, ['num_seeds', 'num_connected_seeds'], 1, 10);
		// Bytes, and bytes per second: the seeder's rate, with a tolerance for the measurement.
		expectWhole(found, ['total_down', 'all_time_download'], 1, size * 2);
		expectWhole(found, ['speed_down'], 1, speed * 8);
		// Seconds, of the 32 that the transfer takes at that rate.
		expectWhole(found, ['eta'], 1, 100_000);
		expectWhole(found, ['time_added'], startedAt, startedAt + 120);
		// Parts of a whole.
		expect(found.progress).toBeGreaterThan(0);
		expect(found.progress).toBeLessThan(1);
		// One seed, and our own pieces.
		expect(found.availability).toBeGreaterThanOrEqual(1);
		expect(Buffer.from(String(found.pieces), 'base64')).toHaveLength(512 / 8);
	});

	test('File', async () => {
		const files = listIn(await running(), 'files');
		expect(files).toEqual([
			{
				index: 0,
				name: 'a/large.bin',
				size: size - 1000,
				included: true,
				progress: number,
				priority: 'normal',
			},
			{ index: 1, name: 'small.bin', size: 1000, included: true, progress: number, priority: 'normal' },
		]);
		const { files: alone } = await ask(`/downloads/${torrent.infohash}/files`);
		expect(alone).toMatchObject(files.map(({ index, name }) => ({ index, name })));
		for (const { progress } of files) {
			expect(progress).toBeGreaterThanOrEqual(0);
			expect(progress).toBeLessThanOrEqual(1);
		}
	});

	test('Peer', async () => {
		const [peer = {}] = listIn(await running(), 'peers');
		expect(peer).toMatchObject({
			id: expect.stringMatching(/^[0-9a-f]{40}$/),
			ip: '127.0.0.1',
			extended_version: text,
			direction: expect.stringMatching(/^[LR]$/),
			uinterested: truth,
			uchoked: false,
			dinterested: true,
			dchoked: truth,
			optimistic: truth,
			snubbed: false,
			seed: true,
			upload_only: truth,
			completed: 1,
			wstate: text,
			rstate: text,
		});
		expectWhole(peer, ['port'], 1, 65_535);
		expectWhole(peer, ['uprate', 'utotal', 'connection_type']);
		expectWhole(peer, ['dtotal'], 1, size * 2);
		expectWhole(peer, ['downrate'], 1, speed * 8);
	});

	test('Tracker', async () => {
		const found = await until(async () =>
			listIn(await download(), 'trackers').find(
				({ url, status }) => url === tracker.url && status === 'Working',
			),
		);
		expect(found).toEqual(expect.objectContaining({ url: tracker.url, status: 'Working', error: '' }));
		expectWhole(found, ['peers'], 1, 10);
	});

	test('expensive fields are sent on request only', async () => {
		const plain = await download('/downloads');
		for (const name of ['peers', 'pieces', 'files']) expect(plain).not.toHaveProperty(name);
		const off = await download('/downloads?get_peers=0&get_pieces=false&get_files=0');
		for (const name of ['peers', 'pieces', 'files']) expect(off).not.toHaveProperty(name);
		for (const [flag, name] of [
			['get_peers', 'peers'],
			['get_pieces', 'pieces'],
			['get_files', 'files'],
		] as const) {
			for (const on of ['1', 'true']) expect(await download(`/downloads?${flag}=${on}`)).toHaveProperty(name);
		}
	});

	test('one field alone, and all but one', async () => {
		const other = await makeTorrent(join(folder.path, 'data'), 'other', { x: 1000 });
		await ask('/downloads', { method: 'PUT', body: new URLSearchParams({ uri: other.path }).toString() });
		const names = async (query: string) =>
			listIn(await ask(`/downloads?${query}`), 'downloads').map(({ name }) => name);
		expect(await names('')).toEqual(['transfer', 'other']);
		expect(await names(`infohash=${torrent.infohash}`)).toEqual(['transfer']);
		expect(await names(`infohash=${torrent.infohash.toUpperCase()}`)).toEqual(['transfer']);
		expect(await names(`excluded=${torrent.infohash.toUpperCase()}`)).toEqual(['other']);
		expect(await names(`infohash=${torrent.infohash}&excluded=${torrent.infohash}`)).toEqual([]);
		expect(await names(`infohash=${'0'.repeat(40)}`)).toEqual([]);
		expect(await ask('/downloads')).toMatchObject({ checkpoints: { all_loaded: true, loaded: 2, total: 2 } });
	});
});

test('Core state', async () => {
	expect(await ask('/state')).toEqual({
		state: 'STARTED',
		last_exception: null,
		readable_state: expect.stringMatching(/./),
		extensions: expect.arrayContaining(['settings']),
	});
});
