import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EngineProcess } from '../../../source/service/engine/process.ts';
import { quantile } from '../../bench/statistics.ts';
import { children } from '../../programs/children.ts';
import { startSeeder, startTracker, type Tracker } from '../../programs/seeder.ts';
import { type RunningService, startListening, startService } from '../../programs/service-process.ts';
import { type TemporaryFolder, temporaryFolder } from '../../programs/temporary-folder.ts';
import { digests, makeTorrent } from '../../programs/torrents.ts';
import { until } from '../../programs/until.ts';
import { Chance } from './chance.ts';
import { reportedState, type Subject, sendRequests, setState, untilMoved } from './load.ts';
import { Population } from './population.ts';

/** Number of further downloads, which no request changes. */
const furtherDownloads = Number(process.env.SEEDTOP_KILL_DOWNLOADS || 12);
const isMeasured = Boolean(process.env.SEEDTOP_KILL_DOWNLOADS);
/** The same seed kills after the same requests, as far as the machine allows. */
const seed = Number(process.env.SEEDTOP_KILL_SEED || 3);
/** Maximum milliseconds of load before a kill. */
const MAX_LOAD_MS = 150;
/** One of so many kills waits until arriving data is written. */
const KILLS_PER_WRITE = 6;
/** Number of concurrent clients, and of downloads for each. The data of the last client's downloads is at a peer. */
const CLIENTS = 4;
const DOWNLOADS_PER_CLIENT = 4;
/** Upload limit of the peer for each torrent, bytes per second. */
const PEER_SPEED = 100_000;
/** Size of an arriving download for each kill, so that it does not complete long before the last one. */
const ARRIVING_BYTES = 20_000;
/** Maximum time until all downloads are complete. */
const completeTimeoutMs = (kills: number) => 120_000 + (kills * ARRIVING_BYTES * 2_000) / PEER_SPEED;

let folder: TemporaryFolder;
let tracker: Tracker;
let peer: EngineProcess;
let service: RunningService;
let subjects: Subject[];
let population: Population;
let whole: string[][];

/** Defines the test of so many kills, with the downloads of its file. */
export function testKills(kills: number): void {
	const timeoutMs = 60_000 + kills * (15_000 + furtherDownloads * 20);

	beforeAll(async () => {
		folder = await temporaryFolder();
		tracker = await startTracker();
		service = await startService(folder.path);
		const sources: { infohash: string; bytes: Uint8Array; folder: string }[] = [];
		subjects = await Promise.all(
			Array.from({ length: CLIENTS * DOWNLOADS_PER_CLIENT }, async (_, index): Promise<Subject> => {
				const data = join(folder.path, `data-${index}`);
				const hasPeer = index >= (CLIENTS - 1) * DOWNLOADS_PER_CLIENT;
				const trackers = hasPeer ? [tracker.url] : [];
				const files = { 'a.bin': 40_000, 'b.bin': 30_000 };
				const torrent = await makeTorrent(data, `subject-${index}`, files, { trackers });
				sources[index] = { ...torrent, folder: data };
				const first = hasPeer ? join(folder.path, `arriving-${index}`) : data;
				const folders = [first, join(folder.path, `moved-${index}`)] as const;
				return { torrent, folders, hasPeer, folder: first, possible: ['absent'] };
			}),
		);
		whole = await Promise.all(
			subjects.map(({ torrent }, index) => digests(sources[index]?.folder ?? '', torrent.files)),
		);
		population = await Population.make(folder.path, {
			count: furtherDownloads,
			tracker: tracker.url,
			arrivingBytes: ARRIVING_BYTES * kills,
		});
		const seeded = sources.filter((_, index) => subjects[index]?.hasPeer);
		peer = await startSeeder([...seeded, ...population.arriving], PEER_SPEED);
		await population.addTo(service.client());
	}, timeoutMs);

	afterAll(async () => {
		await service?.end();
		await peer?.close();
		await tracker?.close();
		await folder?.remove();
	});

	test(
		`${kills} kills of service and engine under load lose no acknowledged request`,
		async () => {
			const chance = new Chance(seed);
			const wholePopulation = await population.digests('source');
			let acknowledged = 0;
			let engineKills = 0;
			let writes = 0;
			const restartsMs: number[] = [];
			for (let kill = 0; kill < kills; kill++) {
				// The delays of an engine that keeps dying grow, which is not under test here.
				const ofEngine = engineKills < 2 && chance.below(2) === 0;
				engineKills = ofEngine ? engineKills + 1 : 0;
				let mayContinue = true;
				const client = service.client();
				const load = Promise.all(
					Array.from({ length: CLIENTS }, (_, giver) =>
						sendRequests(
							client,
							subjects.slice(giver * DOWNLOADS_PER_CLIENT, (giver + 1) * DOWNLOADS_PER_CLIENT),
							new Chance(chance.below(2 ** 31)),
							() => mayContinue,
							() => acknowledged++,
						),
					),
				);
				await delay(chance.below(MAX_LOAD_MS));
				if (kill % KILLS_PER_WRITE === 0 && (await arrivingDataIsWritten())) writes++;
				if (ofEngine) {
					const engine = await until(() => children(service.child.pid ?? 0)[0]);
					process.kill(engine, 'SIGKILL');
					// The service still accepts requests.
					const before = acknowledged;
					await until(() => acknowledged > before + 10);
					mayContinue = false;
					await load;
					await until(() => children(service.child.pid ?? 0).some((pid) => pid !== engine));
				} else {
					service.child.kill('SIGKILL');
					await load;
					await service.end('SIGKILL');
					const startMs = performance.now();
					const restarted = await startListening(folder.path);
					service = restarted;
					const { downloads } = await service.client().listDownloads();
					restartsMs.push(performance.now() - startMs);
					expect(population.faults(downloads)).toEqual([]);
					await restarted.untilStarted();
				}
				await expectAcknowledged(kill);
			}
			expect(acknowledged).toBeGreaterThan(kills);
			expect(writes).toBeGreaterThan(0);
			await expectAtWork(kills);
			await completeAll();
			await expectAtWork(kills);
			await service.end();
			const database = new DatabaseSync(join(service.stateFolder, 'seedtop.db'));
			expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
			database.close();
			expect(
				await Promise.all(subjects.map(({ folder, torrent }) => digests(folder, torrent.files))),
			).toEqual(whole);
			expect(await population.digests('destination')).toEqual(wholePopulation);
			if (isMeasured) report({ restartsMs, acknowledged, writes });
		},
		timeoutMs,
	);
}

/** Each download is in one of its possible states. From now on the state is known. */
async function expectAcknowledged(kill: number): Promise<void> {
	const downloads = await untilMoved(service.client(), subjects);
	for (const subject of subjects) {
		const found = reportedState(downloads, subject);
		expect(subject.possible, `${subject.torrent.path} after kill ${kill} of seed ${seed}`).toContainEqual(
			found,
		);
		setState(subject, found);
	}
	expect(population.faults(downloads), `after kill ${kill} of seed ${seed}`).toEqual([]);
}

/** Resolves with true when arriving data is written, or with false when all of it is there. */
async function arrivingDataIsWritten(): Promise<boolean> {
	const client = service.client();
	const before = await population.lastWriteMs();
	const isIncomplete = async () => population.isIncomplete((await client.listDownloads()).downloads);
	await until(async () => (await population.lastWriteMs()) > before || !(await isIncomplete()));
	return (await population.lastWriteMs()) > before;
}

/** Adds and resumes all subjects, and selects all their files. */
async function completeAll(): Promise<void> {
	const client = service.client();
	for (const { torrent, folder } of subjects) {
		const params = { infohash: torrent.infohash };
		await client.addDownload({ body: { uri: torrent.path, destination: folder, use_files: true } });
		await client.changeDownload({ params, body: { state: 'resume', selected_files: [] } });
	}
}

/** Every download that should run is seeded, whatever happened to engines, because its data is complete or arrives. */
async function expectAtWork(kills: number): Promise<void> {
	let missing: string[] = [];
	await until(
		async () => {
			const { downloads } = await service.client().listDownloads();
			missing = downloads
				.filter(({ status }) => status !== 'SEEDING' && status !== 'STOPPED')
				.map(({ name, status, destination, error }) => `${name}: ${status} in ${destination} ${error}`);
			return missing.length === 0;
		},
		{ timeoutMs: completeTimeoutMs(kills), seen: () => missing.join('\n') },
	);
}

function report(found: { restartsMs: readonly number[]; acknowledged: number; writes: number }): void {
	const { restartsMs, acknowledged, writes } = found;
	const number = (value: number) => Math.round(value).toLocaleString('en-US');
	const ms = (share: number) => `${number(quantile(restartsMs, share))} ms`;
	process.stdout.write(
		[
			`restarts with ${number(furtherDownloads)} downloads: ${restartsMs.length}, p50 ${ms(0.5)}, p90 ${ms(0.9)}, max ${ms(1)}`,
			`acknowledged changes: ${number(acknowledged)}, kills after a write of arriving data: ${writes}\n`,
		].join('\n'),
	);
}
