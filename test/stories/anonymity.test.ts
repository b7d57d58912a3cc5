import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { servePatiently } from '../programs/patient-service.ts';
import {
	type RunningService,
	startService,
	type TemporaryFolder,
	temporaryFolder,
} from '../programs/service-process.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { leaves, openCockpitOn } from './open-cockpit.ts';

let folder: TemporaryFolder;
let service: RunningService;
const names = ['diary', 'letters', 'photos'];

beforeAll(async () => {
	folder = await temporaryFolder();
	const settings = join(folder.path, 'settings.json');
	// A proxy that is not running: downloads with hops wait for it.
	await writeFile(settings, JSON.stringify({ proxies: ['socks5://127.0.0.2:9'] }));
	service = await startService(folder.path, ['--no-pex', '--settings', settings]);
	for (const name of names) {
		const { path } = await makeTorrent(service.downloadFolder, name, { [`${name}.bin`]: 20_000 });
		await service.client().addDownload({ body: { uri: path } });
	}
});

afterAll(async () => {
	await service?.end();
	await folder?.remove();
});

async function facts<Fact>(read: (download: Listed) => Fact): Promise<Record<string, Fact>> {
	const { downloads } = await service.client().listDownloads();
	return Object.fromEntries(downloads.map((download) => [download.name, read(download)]));
}
type Listed = Awaited<ReturnType<ReturnType<RunningService['client']>['listDownloads']>>['downloads'][number];

test('a user sees the hops of a download, changes them, and sees that it waits for its proxy', async () => {
	const session = await openCockpitOn(service, { columns: 150, rows: 30 });
	await session.shows(/diary .* 0 +0 *$/m);
	session.type('H');
	await session.shows('Hops now: 0');
	session.type('1');
	await session.shows('Everything goes through 1 other machine');
	session.type('\r');
	await session.shows('Changed to 1 hop: diary');
	await session.shows(/diary .* CIRCUITS .* 1 +\d+ *$/m);
	expect((await facts(({ hops }) => hops)).diary).toBe(1);
	session.type('H');
	await session.shows('Hops now: 1');
	session.type('1');
	await session.shows('It has 1 hop already.');
	session.type('\x150\r');
	await session.shows(/diary .* SEEDING .* 0 +\d+ *$/m);
});

test('a user requests more hops than the service has proxies for, and reads the whole message with the next step', async () => {
	const session = await openCockpitOn(service);
	await session.shows(/diary +SEEDING/);
	session.type('H2\r');
	await session.shows(/✗ Changing the hops of diary: There is no route for 2 hops/);
	session.type('X');
	await session.shows('What failed (row 1 of 1)');
	const words = () =>
		session.emulator
			.rows()
			.map((row) => row.replace(/[│╭╰─>]/g, ' ').trim())
			.join(' ');
	await until(() =>
		words().includes('Add SOCKS5 proxies to "proxies" in the settings file and start the service'),
	);
	await until(() => words().includes('or use fewer hops (0 for a plain download).'));
	expect((await facts(({ hops }) => hops)).diary).toBe(0);
});

test('a user changes the hops of all selected downloads; those that have them already are skipped', async () => {
	const session = await openCockpitOn(service, { columns: 150, rows: 30 });
	await session.shows(/photos .* 0 +\d+ *$/m);
	session.type('jH1\r');
	await session.shows(/letters .* 1 +\d+ *$/m);
	session.type('AH');
	await session.shows('3 downloads');
	await session.shows('Hops now: 0 and 1');
	session.type('1\r');
	await session.shows('Changed to 1 hop: 2 downloads (1 other is at 1 hop already)');
	await until(async () => Object.values(await facts(({ hops }) => hops)).every((hops) => hops === 1));
	session.type('H0\r');
	await until(async () => Object.values(await facts(({ hops }) => hops)).every((hops) => hops === 0));
});

test('a service takes half a minute to change hops, and the row and the details show the pending change', async () => {
	const slow = await servePatiently(['alpha', 'beta']);
	slow.patient = true;
	const session = await openCockpitOn(slow, { columns: 100, rows: 50 });
	await session.shows('2 SEEDING');
	session.type('v');
	await session.shows(/hops +0/);
	session.type('H3\r');
	await session.shows(/alpha +→ 3 hops…/);
	await session.shows(/pending +3 hops, asked for \d+ s ago: waiting for the answer/);
	await session.shows('1 pending');
	// Other requests continue.
	session.type('j');
	await leaves(session, 'waiting for the answer');
	session.type('k');
	await session.shows('waiting for the answer');
	await until(() => slow.waiting() === 1);
	slow.answer(1);
	await leaves(session, '→ 3 hops…');
	await session.shows(/hops +3/);
	// It is alone in its request, as the interface requires.
	expect(slow.orders).toEqual([['alpha', { anon_hops: 3 }]]);
});

test('a user mistypes hops, is refused before anything is sent, and escape cancels', async () => {
	const session = await openCockpitOn(service);
	await session.shows(/diary +SEEDING/);
	session.type('Hmany\r');
	await session.shows('Hops are a number from 0 to 9.');
	session.type('\x1511\r');
	await session.shows('Hops are a number from 0 to 9.');
	session.type('\x1b');
	await leaves(session, 'Hops now');
	expect(await facts(({ hops }) => hops)).toEqual({ diary: 0, letters: 0, photos: 0 });
});

test('a user limits the rates of a download, and removes one limit again', async () => {
	const session = await openCockpitOn(service);
	await session.shows(/diary +SEEDING/);
	session.type('L500K');
	await session.shows(/down: 500K +> = 500 KiB\/s|down: 500K +.*500 KiB\/s/);
	session.type('\t2M\r');
	await session.shows('Limits changed: diary');
	const limits = () => facts((one) => [one.max_download_speed, one.max_upload_speed]);
	expect((await limits()).diary).toEqual([512_000, 2_097_152]);
	session.type('L');
	await session.shows(/down: +unchanged: 500 KiB\/s/);
	session.type('none\r');
	await until(async () => (await limits()).diary?.join() === '0,2097152');
});

test('a user limits all selected downloads, and reads that a value is invalid', async () => {
	const session = await openCockpitOn(service);
	await session.shows(/photos +SEEDING/);
	session.type('j  L');
	await session.shows('2 downloads');
	session.type('fast');
	await session.shows('not understood');
	session.type('\r');
	await session.shows("A limit is like 500K, 2M or 1.5M a second, or 'none'.");
	session.type('\x15\x1b[B1.5 MiB/s\r');
	await session.shows('Limits changed: 2 downloads');
	const limits = await facts((one) => one.max_upload_speed);
	expect([limits.letters, limits.photos]).toEqual([1_572_864, 1_572_864]);
});
