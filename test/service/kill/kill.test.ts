import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { children } from '../../programs/children.ts';
import { type RunningService, startService } from '../../programs/service-process.ts';
import { type TemporaryFolder, temporaryFolder } from '../../programs/temporary-folder.ts';
import { digests, makeTorrent } from '../../programs/torrents.ts';
import { until } from '../../programs/until.ts';
import { Chance } from './chance.ts';
import { reportedState, type Subject, sendRequests } from './load.ts';

/** CI runs 50. Fewer find most of the same faults in the time of a test. */
const kills = Number(process.env.SEEDTOP_KILLS || 12);
/** The same seed kills after the same requests, as far as the machine allows. */
const seed = Number(process.env.SEEDTOP_KILL_SEED || 5);
/** Maximum milliseconds of load before a kill. */
const MAX_LOAD_MS = 150;
/** Number of concurrent clients, and of downloads for each. */
const CLIENTS = 3;
const DOWNLOADS_PER_CLIENT = 4;

let folder: TemporaryFolder;
let service: RunningService;
let subjects: Subject[];

beforeAll(async () => {
	folder = await temporaryFolder();
	service = await startService(folder.path);
	subjects = await Promise.all(
		Array.from({ length: CLIENTS * DOWNLOADS_PER_CLIENT }, async (_, index): Promise<Subject> => {
			const data = join(folder.path, `data-${index}`);
			const torrent = await makeTorrent(data, `subject-${index}`, { 'a.bin': 40_000, 'b.bin': 30_000 });
			return { torrent, folder: data, possible: ['absent'] };
		}),
	);
});

afterAll(async () => {
	await service?.end();
	await folder?.remove();
});

test(`${kills} kills of service and engine under load lose no acknowledged request`, async () => {
	const chance = new Chance(seed);
	const whole = await Promise.all(subjects.map(({ folder, torrent }) => digests(folder, torrent.files)));
	let acknowledged = 0;
	let engineKills = 0;
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
			service = await startService(folder.path);
		}
		await expectAcknowledged(kill);
	}
	expect(acknowledged).toBeGreaterThan(kills);
	await expectAtWork();
	await service.end();
	const database = new DatabaseSync(join(service.stateFolder, 'seedtop.db'));
	expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
	database.close();
	expect(await Promise.all(subjects.map(({ folder, torrent }) => digests(folder, torrent.files)))).toEqual(
		whole,
	);
}, 240_000);

/** Each download is in one of its possible states. From now on the state is known. */
async function expectAcknowledged(kill: number): Promise<void> {
	const { downloads } = await service.client().listDownloads({ query: { get_files: true } });
	for (const subject of subjects) {
		const found = reportedState(downloads, subject);
		expect(subject.possible, `${subject.torrent.path} after kill ${kill} of seed ${seed}`).toContainEqual(
			found,
		);
		subject.possible = [found];
	}
}

/** Every download that should run is seeded, whatever happened to engines, because its data is complete. */
async function expectAtWork(): Promise<void> {
	await until(async () => {
		const { downloads } = await service.client().listDownloads();
		return downloads.every(({ status }) => status === 'SEEDING' || status === 'STOPPED');
	});
}
