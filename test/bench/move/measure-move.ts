import { closeSync, existsSync, mkdtempSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { now, sleep } from '../clock.ts';
import type { Finding } from '../report/finding.ts';
import { Served } from '../scale/served.ts';
import { ISLAND_BYTES, island, type WrittenTorrent, writeSparseTorrent } from '../scale/torrents.ts';

const MEMORY_FOLDER = '/dev/shm';
const GIBIBYTE = 1024 ** 3;
const PIECE_BYTES = 4 * 1024 * 1024;
const ISLANDS = 64;
/** Allocated bytes of the moved file, relative to its data, at most: file systems add blocks of their own. */
const MAX_ALLOCATED = 2;
/** The service is killed when this share is moved. */
const KILL_AT = 0.5;
const TIMEOUT_MS = 600_000;
const POLL_MS = 20;

export interface MoveBenchOptions {
	readonly folder: string;
	/** The bundle of the program. */
	readonly program: string;
	readonly quick: boolean;
}

export interface Moved {
	readonly findings: readonly Finding[];
	/** Why nothing was measured. */
	readonly absent: readonly string[];
}

/**
 * Moves a sparse torrent of 10 GiB from the folder of the benchmark to memory, kills the service halfway, and starts
 * it again. Rejects if the moved data is wrong. The kill happens at the first list with half of the data.
 */
export async function measureMove(options: MoveBenchOptions): Promise<Moved> {
	if (!isOtherFileSystem(options.folder, MEMORY_FOLDER))
		return { findings: [], absent: [`${MEMORY_FOLDER} is not another file system than ${options.folder}`] };
	const folder = mkdtempSync(join(options.folder, 'move-'));
	const to = mkdtempSync(join(MEMORY_FOLDER, 'seedtop-bench-'));
	const services: Served[] = [];
	const start = async () => {
		const service = await Served.start({
			folder,
			program: options.program,
			flags: ['--peer-host', '127.0.0.1'],
		});
		services.push(service);
		return service;
	};
	try {
		const length = (options.quick ? 2 : 10) * GIBIBYTE;
		const offset = (at: number) => at * (length / ISLANDS);
		const islands = Array.from({ length: ISLANDS }, (_, at) => offset(at));
		const torrent = writeSparseTorrent(folder, 'sparse.bin', { length, pieceLength: PIECE_BYTES, islands });
		const first = await start();
		await first.started();
		const checkedAfter = await timed(async () => {
			await first.add(torrent.path, torrent.folder);
			await first.until(torrent.infohash, 'SEEDING', TIMEOUT_MS / 1_000);
		});
		const began = now();
		await request(first, torrent, to);
		const killedAt = await untilMoved(first, torrent, KILL_AT);
		const half = now() - began;
		await first.kill();
		const restarted = now();
		const second = await start();
		const listening = now() - restarted;
		const resumedAt = await untilMoved(second, torrent, 0);
		await untilSeeding(second, torrent, to);
		const seeding = now() - restarted;
		verify(torrent, to, islands);
		const seconds = { unit: 's', digits: 1 };
		const percent = { unit: '%', digits: 1 };
		return {
			findings: [
				{ title: 'check before', value: checkedAfter / 1_000, ...seconds },
				{ title: 'request until the kill', value: half / 1_000, ...seconds },
				{ title: 'moved at the kill', value: killedAt * 100, ...percent },
				{ title: 'restart until the service listens', value: listening / 1_000, ...seconds },
				{
					title: 'moved when first listed after the restart',
					value: resumedAt * 100,
					...percent,
					atLeast: (KILL_AT / 2) * 100,
				},
				{ title: 'restart until it seeds from the new place', value: seeding / 1_000, ...seconds },
				{
					title: `allocated for ${(ISLANDS * ISLAND_BYTES) / 2 ** 20} MiB of data`,
					value: allocated(torrent, to) / 2 ** 20,
					unit: 'MiB',
					digits: 0,
					atMost: (MAX_ALLOCATED * ISLANDS * ISLAND_BYTES) / 2 ** 20,
				},
			],
			absent: [],
		};
	} finally {
		for (const service of services) await service.stop();
		rmSync(to, { recursive: true, force: true });
		rmSync(folder, { recursive: true, force: true });
	}
}

function isOtherFileSystem(one: string, other: string): boolean {
	return existsSync(other) && statSync(one).dev !== statSync(other).dev;
}

async function timed(run: () => Promise<void>): Promise<number> {
	const began = now();
	await run();
	return now() - began;
}

async function request(service: Served, { infohash }: WrittenTorrent, destination: string): Promise<void> {
	const { status, body } = await service.ask('POST', `/downloads/${infohash}/move`, { destination });
	if (status !== 200) throw new Error(`the move was refused: ${body}`);
}

/** Resolves with the moved share of the data when it is listed and at least `share`; 1 if the move has ended. */
async function untilMoved(service: Served, { infohash }: WrittenTorrent, share: number): Promise<number> {
	for (const deadline = now() + TIMEOUT_MS; now() < deadline; await sleep(POLL_MS)) {
		const { downloads, loaded } = await service.list();
		const download = downloads.find((each) => each.infohash === infohash);
		if (!download) continue;
		const isMoving = download.status === 'DLSTATUS_MOVING' || download.status === 'MOVING';
		if (isMoving && download.progress > 0 && download.progress >= share) return download.progress;
		if (!isMoving && loaded && share === 0) return 1;
		if (!isMoving && share > 0) throw new Error(`the move ended before the kill: ${download.status}`);
	}
	throw new Error('the move did not continue in time');
}

async function untilSeeding(service: Served, { infohash }: WrittenTorrent, to: string): Promise<void> {
	for (const deadline = now() + TIMEOUT_MS; now() < deadline; await sleep(POLL_MS)) {
		const { destination, status, error } = await service.one(infohash);
		if (error !== '') throw new Error(error);
		if (destination === to && status === 'DLSTATUS_SEEDING') return;
	}
	throw new Error('the moved download does not seed');
}

/** Compares the moved file with the torrent: size, all data, and zeros between. Throws an Error for a difference. */
function verify({ name, length, folder }: WrittenTorrent, to: string, islands: readonly number[]): void {
	const path = join(to, name);
	if (existsSync(join(folder, name))) throw new Error(`${join(folder, name)} is left`);
	if (statSync(path).size !== length) throw new Error(`${path} has ${statSync(path).size} bytes`);
	const file = openSync(path, 'r');
	const found = Buffer.alloc(ISLAND_BYTES);
	const zeros = Buffer.alloc(ISLAND_BYTES);
	const compare = (expected: Buffer, offset: number) => {
		readSync(file, found, 0, ISLAND_BYTES, offset);
		if (!found.equals(expected)) throw new Error(`${path} has wrong data at ${offset}`);
	};
	try {
		for (const offset of islands) {
			compare(island(name, offset), offset);
			compare(zeros, offset + ISLAND_BYTES);
			compare(zeros, offset + length / ISLANDS - ISLAND_BYTES);
		}
	} finally {
		closeSync(file);
	}
}

/** Returns the bytes on the disk of the moved file. */
function allocated({ name }: WrittenTorrent, to: string): number {
	return statSync(join(to, name)).blocks * 512;
}
