import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Client } from '../../source/client/client.ts';
import { readEvents } from '../../source/client/events.ts';
import type { ServiceEvent } from '../../source/protocol/events.ts';
import { removalText } from '../../source/service/downloads/removals.ts';
import { children } from '../programs/children.ts';
import { describeManyFiles } from '../programs/many-files.ts';
import { ANY, exactly } from '../programs/message-pattern.ts';
import { serveHere } from '../programs/service-here.ts';
import { type RunningService, startService } from '../programs/service-process.ts';
import { temporaryFolder } from '../programs/temporary-folder.ts';
import { type MadeTorrent, makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

/** Deleting so many takes longer than the timeout of a request. */
const MANY_FILES = 40_000;
const PER_FOLDER = 1_000;

interface Seeded {
	readonly folder: string;
	readonly service: RunningService;
	readonly infohash: string;
	/** Folder of the torrent's data. */
	readonly root: string;
	file(n: number): string;
}

/** Starts a service that seeds a torrent of small files. */
async function seedFiles(count: number): Promise<Seeded> {
	const folder = await temporaryFolder();
	onTestFinished(() => folder.remove());
	const destination = join(folder.path, 'data');
	const root = join(destination, 'many');
	const file = (n: number) => join(root, `part ${Math.floor(n / PER_FOLDER)}`, `file ${n}.bin`);
	for (let n = 0; n < count; n++) {
		if (n % PER_FOLDER === 0) mkdirSync(join(root, `part ${n / PER_FOLDER}`), { recursive: true });
		writeFileSync(file(n), Buffer.alloc(16));
	}
	const { path, infohash } = await describeManyFiles(folder.path, 'many', {
		files: count,
		perFolder: PER_FOLDER,
	});
	const service = await startService(folder.path);
	onTestFinished(() => service.end());
	const client = service.client();
	await client.addDownload({ body: { uri: path, destination } });
	await until(async () => (await client.listDownloads()).downloads[0]?.status === 'SEEDING');
	return { folder: folder.path, service, infohash, root, file };
}

function listen(client: Client): ServiceEvent[] {
	const stop = new AbortController();
	onTestFinished(() => stop.abort());
	const events: ServiceEvent[] = [];
	void (async () => {
		for await (const event of readEvents(client, stop.signal)) events.push(event);
	})().catch(() => {});
	return events;
}

test('a removal is answered before all data is deleted, and an event reports its end', async () => {
	const { service, infohash, root } = await seedFiles(MANY_FILES);
	const client = service.client();
	const events = listen(client);
	await until(() => events.length > 0);
	const answer = await client.removeDownload({ params: { infohash }, body: { remove_data: true } });
	expect(answer).toEqual({ removed: true, infohash });
	expect(existsSync(root)).toBe(true);
	expect((await client.listDownloads()).downloads).toEqual([]);
	const removed = await until(() => events.find(({ type }) => type === 'torrent_removed'), {
		timeoutMs: 60_000,
	});
	expect(removed.payload).toEqual({ infohash, name: 'many', data_removed: true });
}, 240_000);

test('a removal continues after a kill, and a failure lists the download again', async () => {
	const FILES = 15_000;
	const { folder, service, infohash, root, file } = await seedFiles(FILES);
	// It cannot be deleted as a file.
	rmSync(file(FILES - 1));
	mkdirSync(join(file(FILES - 1), 'kept'), { recursive: true });
	const removal = service
		.client()
		.removeDownload({ params: { infohash }, body: { remove_data: true } })
		.catch(() => 'killed');
	await until(() => !existsSync(file(0)));
	await service.end('SIGKILL');
	await removal;
	expect(existsSync(file(FILES - 2))).toBe(true);

	const next = await startService(folder);
	onTestFinished(() => next.end());
	const client = next.client();
	const failed = await until(async () => (await client.listDownloads()).downloads[0]);
	expect(failed).toMatchObject({ infohash, status: 'STOPPED_ON_ERROR' });
	expect(failed.error).toMatch(exactly(removalText.dataLeft(ANY, 0).replace(/\.$/, '')));
	expect(existsSync(file(FILES - 2))).toBe(false);
	rmSync(file(FILES - 1), { recursive: true });
	await client.removeDownload({ params: { infohash }, body: { remove_data: true } });
	await until(() => !existsSync(root));
	expect((await client.listDownloads()).downloads).toEqual([]);
}, 240_000);

test('a removal keeps files of other downloads in the same folder, also through a link', async () => {
	const folder = await temporaryFolder();
	onTestFinished(() => folder.remove());
	const data = join(folder.path, 'data');
	const link = join(folder.path, 'link');
	const outer = await makeTorrent(data, 'outer', { 'inner/shared': 40_000, alone: 30_000 });
	symlinkSync(data, link);
	const files = { shared: 40_000 };
	const inner = await makeTorrent(join(data, 'outer'), 'inner', files, { contentFolder: 'inner' });
	const linked = await makeTorrent(link, 'outer', { 'inner/shared': 40_000 }, { pieceLength: 32_768 });
	const service = await serveHere(folder.path);
	onTestFinished(() => service.end());
	const client = service.client();
	const add = async ({ infohash, bytes }: MadeTorrent, destination: string) => {
		const path = join(folder.path, infohash);
		writeFileSync(path, bytes);
		await client.addDownload({ body: { uri: path, destination } });
		await until(async () =>
			(await client.listDownloads()).downloads.some(
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
	const folder = await temporaryFolder();
	onTestFinished(() => folder.remove());
	const destination = join(folder.path, 'data');
	const files = { 'a.bin': 50_000 };
	const { path, infohash } = await makeTorrent(destination, 'again', files);
	const service = await startService(folder.path);
	onTestFinished(() => service.end());
	const client = service.client('B');
	const events = listen(client);
	await until(() => events.length > 0);
	const add = () => client.addDownload({ body: { uri: path, destination } });
	const seeds = async () => (await client.listDownloads()).downloads[0]?.status === 'SEEDING';
	const other = await makeTorrent(join(folder.path, 'other'), 'again', { 'b.bin': 50_000 });
	const moving = await makeTorrent(join(folder.path, 'moving'), 'again', { 'c.bin': 50_000 });
	await add();
	await until(seeds);
	await client.addDownload({ body: { uri: moving.path, destination: join(folder.path, 'moving') } });
	await until(async () =>
		(await client.listDownloads()).downloads.every(({ status }) => status === 'SEEDING'),
	);
	// The data is not deleted before the engine has closed it.
	const [engine = 0] = children(service.child.pid ?? 0);
	process.kill(engine, 'SIGSTOP');
	onTestFinished(() => void process.kill(engine, 'SIGCONT'));
	const removal = client.removeDownload({ params: { infohash }, body: { remove_data: true } });
	await until(async () => (await client.listDownloads()).downloads[0]?.status === 'STOPPED');
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
	expect(events.filter(({ type }) => type === 'torrent_removed')).toEqual([]);

	process.kill(engine, 'SIGCONT');
	await until(() => events.some(({ type }) => type === 'torrent_removed'));
	await expect(removal).resolves.toMatchObject({ removed: true });
	expect(existsSync(join(destination, 'again'))).toBe(false);
	await makeTorrent(destination, 'again', files);
	await add();
	await until(seeds);
}, 60_000);
