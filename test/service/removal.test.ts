import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Client } from '../../source/client/client.ts';
import { removalText } from '../../source/service/downloads/removals.ts';
import { recordEvents } from '../fixtures/recorded-events.ts';
import { downloadsOf, runService, runServiceProcess, type TestService } from '../fixtures/service.ts';
import { engineOf } from '../programs/children.ts';
import { ANY, exactly } from '../programs/message-pattern.ts';
import { type MadeTorrent, makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { type ManySmallFiles, seedFiles } from './many-small-files.ts';

/** Enough that a kill comes before the last one is deleted. */
const FILES = 6_000;

/** The service after a kill while it deleted the files of a download. */
let service: TestService;
let client: Client;
let many: ManySmallFiles;

beforeAll(async () => {
	const killed = await runServiceProcess();
	many = await seedFiles(killed, FILES);
	const { infohash, file } = many;
	// It cannot be deleted as a file.
	rmSync(file(FILES - 1));
	mkdirSync(join(file(FILES - 1), 'kept'), { recursive: true });
	const removal = killed
		.client()
		.removeDownload({ params: { infohash }, body: { remove_data: true } })
		.catch(() => 'killed');
	while (existsSync(file(0))) await nextTurn();
	process.kill(killed.child.pid ?? 0, 'SIGKILL');
	await killed.end('SIGKILL');
	await removal;
	expect(existsSync(file(FILES - 2))).toBe(true);
	service = await runService({ folder: killed.folder });
	client = service.client();
});

test('a removal continues after a kill, and a failure lists the download again', async () => {
	const { infohash, root, file } = many;
	const failed = await until(async () => (await downloadsOf(service))[0]);
	expect(failed).toMatchObject({ infohash, status: 'STOPPED_ON_ERROR' });
	expect(failed.error).toMatch(exactly(removalText.dataLeft(ANY, 0).replace(/\.$/, '')));
	expect(existsSync(file(FILES - 2))).toBe(false);
	rmSync(file(FILES - 1), { recursive: true });
	await client.removeDownload({ params: { infohash }, body: { remove_data: true } });
	await until(() => !existsSync(root));
	expect(await downloadsOf(service)).toEqual([]);
});

test('a removal keeps files of other downloads in the same folder, also through a link', async () => {
	const data = join(service.folder, 'nested');
	const link = join(service.folder, 'link');
	const outer = await makeTorrent(data, 'outer', { 'inner/shared': 40_000, alone: 30_000 });
	symlinkSync(data, link);
	const files = { shared: 40_000 };
	const inner = await makeTorrent(join(data, 'outer'), 'inner', files, { contentFolder: 'inner' });
	const linked = await makeTorrent(link, 'outer', { 'inner/shared': 40_000 }, { pieceLength: 32_768 });
	const add = async ({ infohash, bytes }: MadeTorrent, destination: string) => {
		const path = join(service.folder, infohash);
		writeFileSync(path, bytes);
		await client.addDownload({ body: { uri: path, destination } });
		await until(async () =>
			(await downloadsOf(service)).some(
				(download) => download.infohash === infohash && download.status === 'SEEDING',
			),
		);
	};
	const remove = (infohash: string) =>
		client.removeDownload({ params: { infohash }, body: { remove_data: true } });
	await add(outer, data);
	await add(linked, link);
	await add(inner, join(data, 'outer'));
	await remove(outer.infohash);
	expect(existsSync(join(data, 'outer', 'inner', 'shared'))).toBe(true);
	await remove(linked.infohash);
	expect(existsSync(join(data, 'outer', 'inner', 'shared'))).toBe(true);
	await remove(inner.infohash);
	expect(existsSync(join(data, 'outer', 'inner'))).toBe(false);
});

test('a download that is being removed is refused when it is added, and accepted after the removal', async () => {
	const { folder } = service;
	const destination = join(folder, 'again');
	const files = { 'a.bin': 50_000 };
	const { path, infohash } = await makeTorrent(destination, 'again', files);
	const events = await recordEvents(client);
	const add = () => client.addDownload({ body: { uri: path, destination } });
	const allSeed = () =>
		until(async () => (await downloadsOf(service)).every(({ status }) => status === 'SEEDING'));
	const other = await makeTorrent(join(folder, 'other'), 'again', { 'b.bin': 50_000 });
	const moving = await makeTorrent(join(folder, 'moving'), 'again', { 'c.bin': 50_000 });
	await add();
	await client.addDownload({ body: { uri: moving.path, destination: join(folder, 'moving') } });
	await allSeed();
	// The data is not deleted before the engine has closed it.
	const engine = engineOf(service);
	process.kill(engine, 'SIGSTOP');
	onTestFinished(() => void process.kill(engine, 'SIGCONT'));
	const removal = client.removeDownload({ params: { infohash }, body: { remove_data: true } });
	await until(async () => (await downloadsOf(service))[0]?.status === 'STOPPED');
	const conflict = { code: 'RemovalInProgressError', handled: true };
	// The interface demands 500 of its own endpoint.
	const again = { ...conflict, status: 500, message: removalText.inProgress('again', true) };
	const inPlace = { ...conflict, message: removalText.samePlace('again', true) };
	const torrent = (await readFile(other.path)).toString('base64');
	const params = { infohash: moving.infohash };
	await Promise.all([
		expect(add()).rejects.toMatchObject(again),
		expect(client.addDownload({ body: { uri: other.path, destination } })).rejects.toMatchObject({
			...inPlace,
			status: 500,
		}),
		expect(client.importDownload({ body: { torrent, destination } })).rejects.toMatchObject({
			...inPlace,
			status: 409,
		}),
		expect(client.moveDownload({ params, body: { destination } })).rejects.toMatchObject({
			...inPlace,
			status: 409,
		}),
	]);
	expect(existsSync(join(destination, 'again', 'a.bin'))).toBe(true);
	expect(events.of('torrent_removed')).toEqual([]);

	process.kill(engine, 'SIGCONT');
	await events.event('torrent_removed', { infohash, name: 'again', data_removed: true });
	await expect(removal).resolves.toMatchObject({ removed: true });
	expect(existsSync(join(destination, 'again'))).toBe(false);
	await makeTorrent(destination, 'again', files);
	await add();
	await allSeed();
}, 60_000);
