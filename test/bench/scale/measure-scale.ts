import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startSeeder, startTracker, type Tracker } from '../../programs/seeder.ts';
import { now, sleep } from '../clock.ts';
import type { Finding } from '../report/finding.ts';
import { quantile } from '../statistics.ts';
import { measureChecks } from './measure-checks.ts';
import { Served } from './served.ts';
import { type WrittenTorrent, writeFolderTorrent, writeSmallTorrents } from './torrents.ts';

const megabyte = 1_000_000;
const mebibyte = 1024 * 1024;
/**
 * Time without work until the memory at rest is read. The engine ends its disk threads after 10 s, and V8 collects the
 * garbage of the start in steps of 8 s.
 */
const REST_MS = 30_000;
/** Maximum of service and engine with 1,000 downloads at rest, MB. */
const MAX_MEMORY_AT_REST = 200;

export interface ScaleOptions {
	readonly folder: string;
	/** The bundle of the program. */
	readonly program: string;
	readonly quick: boolean;
	/** Whether checks are measured with 50,000 files and with 4 GiB. */
	readonly full: boolean;
}

/** Measures the cost of many torrents, and of one with many files, for the service. */
export async function measureScale(options: ScaleOptions): Promise<Finding[]> {
	const parts = [busyList, manyAtStart, manyFiles, measureChecks];
	const findings: Finding[] = [];
	for (const part of parts) {
		const folder = mkdtempSync(join(options.folder, 'scale-'));
		try {
			findings.push(...(await part({ ...options, folder })));
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	}
	return findings;
}

/** Adds torrents, several requests at a time. */
async function addAll(service: Served, torrents: readonly WrittenTorrent[]): Promise<void> {
	let next = 0;
	const work = async () => {
		for (let torrent = torrents[next++]; torrent; torrent = torrents[next++]) {
			await service.add(torrent.path, torrent.folder);
		}
	};
	await Promise.all(Array.from({ length: 8 }, work));
}

async function untilAllSeed(service: Served, seconds: number): Promise<void> {
	for (const deadline = now() + seconds * 1000; ; await sleep(200)) {
		const { downloads } = await service.list();
		const missing = downloads.filter(({ status }) => status !== 'DLSTATUS_SEEDING');
		if (missing.length === 0) return;
		if (now() > deadline)
			throw new Error(`${missing.length} do not seed after ${seconds} s, one ${missing[0]?.status}`);
	}
}

/** Measures the list of 1,000 while one download is hashed and another arrives at full speed. */
async function busyList({ folder, program, quick }: ScaleOptions): Promise<Finding[]> {
	const count = 1_000;
	const tracker = await startTracker();
	const service = await Served.start({ folder, program });
	try {
		const big = { files: 8, pieceLength: mebibyte, size: (quick ? 24 : 64) * mebibyte };
		const hashed = writeFolderTorrent(folder, 'hashed', big);
		const moved = writeFolderTorrent(folder, 'moved', { ...big, announce: tracker.url });
		await addAll(service, [...writeSmallTorrents(folder, count - 2), hashed]);
		await untilAllSeed(service, 60);
		const idle = await times(service, quick ? 50 : 100, async () => {});
		await sleep(REST_MS);
		const rested = service.memory();
		const busy = await whileBusy(service, { hashed, moved, tracker, samples: quick ? 100 : 300 });
		const { service: own, engine } = service.memory();
		return [
			{ title: 'list of 1,000 at rest, p50', value: quantile(idle, 0.5), unit: 'ms', digits: 1 },
			{
				title: 'list of 1,000 while one is hashed and one transferred, p50',
				value: quantile(busy, 0.5),
				unit: 'ms',
				digits: 1,
				atMost: 50,
			},
			{ title: 'the same, p99', value: quantile(busy, 0.99), unit: 'ms', digits: 1, atMost: 150 },
			{
				title: 'memory with 1,000 at rest: service and engine',
				value: (rested.service + rested.engine) / megabyte,
				unit: 'MB',
				digits: 0,
				atMost: MAX_MEMORY_AT_REST,
			},
			{
				title: 'memory with 1,000 at rest: service',
				value: rested.service / megabyte,
				unit: 'MB',
				digits: 0,
			},
			{ title: 'memory with 1,000 at rest: engine', value: rested.engine / megabyte, unit: 'MB', digits: 0 },
			{ title: 'memory after the transfers: service', value: own / megabyte, unit: 'MB', digits: 0 },
			{ title: 'memory after the transfers: engine', value: engine / megabyte, unit: 'MB', digits: 0 },
		];
	} finally {
		await service.stop();
		await tracker.close();
	}
}

/** Returns the milliseconds of so many lists. `again` decides when the next request starts. */
async function times(service: Served, samples: number, again: () => Promise<void>): Promise<number[]> {
	const taken: number[] = [];
	while (taken.length < samples) {
		taken.push((await service.ask('GET', '/downloads')).took);
		await again();
		await sleep(10);
	}
	return taken;
}

async function whileBusy(
	service: Served,
	work: { hashed: WrittenTorrent; moved: WrittenTorrent; tracker: Tracker; samples: number },
): Promise<number[]> {
	const { hashed, moved, samples } = work;
	const seeder = await startSeeder([moved], 0);
	const destination = join(moved.folder, '..', 'arriving');
	mkdirSync(destination);
	try {
		await service.add(moved.path, destination);
		await service.until(moved.infohash, 'DOWNLOADING', 20);
		const taken: number[] = [];
		while (taken.length < samples) {
			// Only requests while both are running count.
			const [check, arrival] = [await service.one(hashed.infohash), await service.one(moved.infohash)];
			if (check.status === 'DLSTATUS_SEEDING') {
				await service.ask('PATCH', `/downloads/${hashed.infohash}`, { state: 'recheck' });
			} else if (arrival.status === 'DLSTATUS_SEEDING') {
				await service.ask('DELETE', `/downloads/${moved.infohash}`, { remove_data: true });
				await service.add(moved.path, destination);
			} else if (arrival.status === 'DLSTATUS_DOWNLOADING' && arrival.progress > 0) {
				taken.push((await service.ask('GET', '/downloads')).took);
			}
			await sleep(10);
		}
		return taken;
	} finally {
		await seeder.close();
	}
}

/** Measures the start of the service with 5,000 torrents. */
async function manyAtStart({ folder, program, quick }: ScaleOptions): Promise<Finding[]> {
	const count = quick ? 2_000 : 5_000;
	const torrents = writeSmallTorrents(folder, count);
	const first = await Served.start({ folder, program });
	const began = now();
	try {
		await addAll(first, torrents);
	} finally {
		await first.stop();
	}
	const added = (now() - began) / count;
	const started = now();
	const service = await Served.start({ folder, program });
	try {
		const states: number[] = [];
		const lists: number[] = [];
		for (let loaded = false; !loaded; await sleep(20)) {
			states.push((await service.ask('GET', '/state')).took);
			const list = await service.list();
			lists.push(list.took);
			loaded = list.loaded;
		}
		const took = (now() - started) / 1000;
		await untilAllSeed(service, 60);
		const { service: own, engine } = service.memory();
		const title = count.toLocaleString('en');
		return [
			{ title: `adding one of ${title}`, value: added, unit: 'ms', digits: 1 },
			{ title: `${title} loaded after the start`, value: took, unit: 's', digits: 1, atMost: 30 },
			{ title: 'meanwhile the state, longest', value: Math.max(...states), unit: 'ms', digits: 0 },
			{ title: 'meanwhile the list, longest', value: Math.max(...lists), unit: 'ms', digits: 0 },
			{ title: `${title} seed after the start`, value: (now() - started) / 1000, unit: 's', digits: 1 },
			{ title: `memory with ${title}: service`, value: own / megabyte, unit: 'MB', digits: 0 },
			{ title: `memory with ${title}: engine`, value: engine / megabyte, unit: 'MB', digits: 0 },
		];
	} finally {
		await service.stop();
	}
}

/** Measures one torrent of 20,000 files, with a service that may open 1,024 descriptors. */
async function manyFiles({ folder, program, quick }: ScaleOptions): Promise<Finding[]> {
	const files = quick ? 5_000 : 20_000;
	const tracker = await startTracker();
	const torrent = writeFolderTorrent(folder, 'many', {
		files,
		size: 3_000,
		pieceLength: 65_536,
		announce: tracker.url,
	});
	const seeder = await startSeeder([torrent], 0);
	const service = await Served.start({ folder, program, descriptors: 1_024 });
	try {
		const began = now();
		await service.add(torrent.path, join(folder, 'arriving'));
		await service.until(torrent.infohash, 'SEEDING', 120);
		const arrived = (now() - began) / 1000;
		const again = now();
		await service.ask('PATCH', `/downloads/${torrent.infohash}`, { state: 'recheck' });
		await service.until(torrent.infohash, 'SEEDING', 120);
		const checked = (now() - again) / 1000;
		const { took } = await service.ask('GET', `/downloads/${torrent.infohash}/files`);
		const { service: own, engine } = service.memory();
		const title = `${files.toLocaleString('en')} files with 1,024 descriptors`;
		return [
			{ title: `${title}: downloaded`, value: arrived, unit: 's', digits: 1 },
			{ title: `${title}: checked`, value: checked, unit: 's', digits: 1 },
			{ title: `${title}: listed`, value: took, unit: 'ms', digits: 0 },
			{ title: `${title}: memory, service`, value: own / megabyte, unit: 'MB', digits: 0 },
			{ title: `${title}: memory, engine`, value: engine / megabyte, unit: 'MB', digits: 0 },
		];
	} finally {
		await service.stop();
		await seeder.close();
		await tracker.close();
	}
}
