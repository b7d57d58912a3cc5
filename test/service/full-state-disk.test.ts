import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import { createClient } from '../../source/client/client.ts';
import { notSaved } from '../../source/service/downloads/download-registry.ts';
import { systemReasons } from '../../source/service/http/http-error.ts';
import { keyFileText } from '../../source/service/key-file.ts';
import { unavailableText } from '../../source/service/state-database.ts';
import { openDatabase } from '../../source/service/storage/database.ts';
import { isDiskFull } from '../../source/service/storage/state-disk.ts';
import { storeText } from '../../source/service/storage/transaction.ts';
import { needsUpgrade, upgrade } from '../../source/service/storage/upgrade.ts';
import { ANY, containing, exactly } from '../programs/message-pattern.ts';
import { type ServiceHere, serveHere, untilUnlocked } from '../programs/service-here.ts';
import type { RunningService } from '../programs/service-process.ts';
import { cli, quiet, startService } from '../programs/service-process.ts';
import { temporaryFolder } from '../programs/temporary-folder.ts';
import { type MadeTorrent, makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { makeOlderDatabase } from './storage/older-database.ts';

/** A state folder on a small separate disk in memory. */
function smallStateDisk(path: string, { skip }: TestContext) {
	mkdirSync(path);
	if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', path]).status !== 0)
		skip('a small disk takes the right to mount one');
	onTestFinished(() => void spawnSync('umount', ['--lazy', path]));
	const filler = join(path, 'filler');
	return {
		fill: () => {
			const { bavail, bsize } = statfsSync(path);
			writeFileSync(filler, Buffer.alloc(bavail * bsize), { flag: 'a' });
			expect(statfsSync(path).bavail).toBe(0);
		},
		free: () => rmSync(filler),
	};
}

/** Reasons of SQLite and of the system. */
const fullReasons = [`${ANY}full${ANY}`, systemReasons.ENOSPC];
const full = exactly(...fullReasons.map(notSaved));
const unwritable = containing(storeText.unwritable(ANY));

async function scene(context: TestContext) {
	const place = await temporaryFolder();
	onTestFinished(() => place.remove());
	const disk = smallStateDisk(join(place.path, 'state'), context);
	const data = join(place.path, 'data');
	const torrents = {
		first: await makeTorrent(data, 'first', { 'a.bin': 50_000 }),
		second: await makeTorrent(data, 'second', { 'a.bin': 60_000 }),
	};
	const start = async (): Promise<RunningService> => {
		const service = await startService(place.path);
		onTestFinished(() => service.end());
		return service;
	};
	return { disk, torrents, start, data, place: place.path };
}

const add = (service: ServiceHere, uri: string, destination: string) =>
	service.client().addDownload({ body: { uri, destination } });
const reach = (service: ServiceHere, infohash: string, status: string) =>
	until(async () => {
		const { downloads } = await service.client().listDownloads({ query: { infohash } });
		return downloads[0]?.status === status;
	});
const state = (service: ServiceHere) => service.client().getState();

/** Rejects unless a service on a full disk reports that, and adds the torrent once there is space. */
async function expectRecovery(service: ServiceHere, free: () => void, torrent: MadeTorrent, data: string) {
	await until(async () => (await state(service)).state === 'EXCEPTION');
	expect((await state(service)).last_exception).toMatch(full);
	await expect(add(service, torrent.path, data)).rejects.toThrow(unwritable);
	free();
	await until(async () => (await state(service)).state === 'STARTED');
	await add(service, torrent.path, data);
	await reach(service, torrent.infohash, 'SEEDING');
}

test('a request that fails on a full state disk makes the state EXCEPTION until there is space', async (context) => {
	const { disk, torrents, start, place, data } = await scene(context);
	const before = await serveHere(place);
	onTestFinished(() => before.end());
	expect(await state(before)).toMatchObject({ state: 'STARTED', last_exception: null });
	disk.fill();
	await expect(add(before, torrents.first.path, data)).rejects.toThrow(unwritable);
	await expectRecovery(before, disk.free, torrents.first, data);

	// After an end on a full disk, it starts, seeds, and reports the reason.
	disk.fill();
	await before.end();
	// The lock of the database is examined in files that take space.
	disk.free();
	await untilUnlocked(before.stateFolder);
	disk.fill();
	const service = await start();
	await reach(service, torrents.first.infohash, 'SEEDING');
	await expectRecovery(service, disk.free, torrents.second, data);
	// Other programs find it again.
	const announced = () => JSON.parse(readFileSync(join(service.stateFolder, 'service.json'), 'utf8'));
	expect(announced()).toMatchObject({ url: service.url });
});

test('a service with a full state disk starts after SIGKILL, seeds, and reports the reason', async (context) => {
	const { disk, torrents, start, data } = await scene(context);
	const before = await start();
	await add(before, torrents.first.path, data);
	await reach(before, torrents.first.infohash, 'SEEDING');
	disk.fill();
	await before.end('SIGKILL');
	disk.fill();
	const service = await start();
	await reach(service, torrents.first.infohash, 'SEEDING');
	await expectRecovery(service, disk.free, torrents.second, data);
});

/** Starts a service that may only get as far as answering. */
async function startWaiting(place: string) {
	const options = ['--port', '0', '--state-dir', join(place, 'state'), '--download-dir', join(place, 'data')];
	const child = spawn(process.execPath, [cli, 'serve', '--no-api-key', ...options, ...quiet], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
	let output = '';
	child.stdout.setEncoding('utf8').on('data', (text: string) => {
		output += text;
	});
	onTestFinished(async () => {
		child.kill('SIGKILL');
		await ended;
	});
	await until(() => output.includes('listens on'));
	const client = createClient({ url: /listens on (\S+)/.exec(output)?.[1] ?? '' });
	onTestFinished(() => client.close());
	const stop = () => {
		child.kill();
		return ended;
	};
	return { client, stop };
}

test('a first start without an API key is refused on a full state disk, with the next step', async (context) => {
	const { disk, place } = await scene(context);
	disk.fill();
	const options = ['--port', '0', '--state-dir', join(place, 'state'), '--download-dir', join(place, 'data')];
	const key = join(place, 'state', 'api.key');
	const refused = spawnSync(process.execPath, [cli, 'serve', ...options, ...quiet], { encoding: 'utf8' });
	expect(refused.stderr).toBe(`seedtop: ${keyFileText.unstorable(key, systemReasons.ENOSPC)}\n`);
	expect(refused.status).toBe(1);
	expect(existsSync(key)).toBe(false);
	disk.free();
	const service = await serveHere(place);
	onTestFinished(() => service.end());
	expect(readFileSync(key, 'utf8').trim()).toBe(service.key);
	expect((await state(service)).state).toBe('STARTED');
});

test('a first start that needs no key answers on a full state disk, and completes once there is space', async (context) => {
	const { disk, place, torrents, data } = await scene(context);
	disk.fill();
	const { client, stop } = await startWaiting(place);
	await until(async () => (await client.getState()).state === 'EXCEPTION');
	expect((await client.getState()).last_exception).toMatch(
		exactly(...fullReasons.map((reason) => unavailableText('opened', reason, true))),
	);
	const body = { uri: torrents.first.path, destination: data };
	await expect(client.addDownload({ body })).rejects.toMatchObject({ status: 503 });
	disk.free();
	await until(async () => (await client.getState()).state === 'STARTED');
	const { infohash } = await client.addDownload({ body });
	await until(async () => (await client.listDownloads()).downloads[0]?.status === 'SEEDING');
	expect(infohash).toBe(torrents.first.infohash);
	expect(existsSync(join(place, 'state', 'service.json'))).toBe(true);
	expect(await stop()).toBe(0);
});

test('a service that waits for space on its state disk stops at once', async (context) => {
	const { disk, place } = await scene(context);
	disk.fill();
	const { client, stop } = await startWaiting(place);
	await until(async () => (await client.getState()).state === 'EXCEPTION');
	expect(await stop()).toBe(0);
});

test('an upgrade of the database that fails on a full disk runs once there is space', async (context) => {
	const { disk, place, torrents, data } = await scene(context);
	makeOlderDatabase(join(place, 'state'), torrents.first, data);
	disk.fill();
	const { client } = await startWaiting(place);
	await until(async () => (await client.getState()).state === 'EXCEPTION');
	expect((await client.getState()).last_exception).toMatch(
		exactly(
			...fullReasons.flatMap((reason) => [
				unavailableText('opened', reason, true),
				unavailableText('upgraded', reason, true),
			]),
		),
	);
	disk.free();
	await until(async () => (await client.getState()).state === 'STARTED');
	const { infohash } = torrents.first;
	expect((await client.listDownloads()).downloads).toMatchObject([{ infohash, status: 'STOPPED' }]);
});

test('a step of an upgrade that fails on a full disk is rolled back, and can be repeated', async (context) => {
	const { disk, place, torrents, data } = await scene(context);
	makeOlderDatabase(join(place, 'state'), torrents.first, data);
	const database = openDatabase(join(place, 'state'));
	onTestFinished(() => database.close());
	disk.fill();
	await expect(upgrade(database, () => {})).rejects.toSatisfy(isDiskFull);
	disk.free();
	await upgrade(database, () => {});
	expect(needsUpgrade(database)).toBe(false);
});
