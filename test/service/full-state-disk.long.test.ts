import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { unavailableText } from '../../source/service/state-database.ts';
import { exactly } from '../programs/message-pattern.ts';
import { serveHere, untilUnlocked } from '../programs/service-here.ts';
import { until } from '../programs/until.ts';
import { add, expectRecovery, fullReasons, reach, scene, startWaiting } from './full-state-disk-scene.ts';
import { makeOlderDatabase } from './storage/older-database.ts';

test('a service that ended on a full state disk starts on it, seeds, and reports the reason', async (context) => {
	const { disk, torrents, start, place, data } = await scene(context);
	const before = await serveHere(place);
	onTestFinished(() => before.end());
	await add(before, torrents.first.path, data);
	await reach(before, torrents.first.infohash, 'SEEDING');
	disk.fill();
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
