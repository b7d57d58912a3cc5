import { copyFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Client } from '../../source/client/client.ts';
import { openDatabase } from '../../source/service/storage/database.ts';
import { DatabaseMoved } from '../../source/service/storage/database-files.ts';
import { inTransaction } from '../../source/service/storage/transaction.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { runService, type TestService } from '../fixtures/service.ts';
import { until } from '../programs/until.ts';

const magnet = (digit: string) => ({ body: { uri: `magnet:?xt=urn:btih:${digit.repeat(40)}` } });

let service: TestService;
let client: Client;
/** The error while the database is lost. */
let lost: string;

beforeAll(async () => {
	service = await runService();
	client = service.client();
	lost = new DatabaseMoved(join(service.stateFolder, 'seedtop.db')).message;
});

test('a service notices without a request that its state folder is renamed, and that it is back', async () => {
	const away = join(service.folder, 'away');
	await rename(service.stateFolder, away);
	await until(async () => (await client.getState()).state === 'EXCEPTION');
	expect(await client.getState()).toMatchObject({ last_exception: lost });
	await rename(away, service.stateFolder);
	await until(async () => (await client.getState()).state === 'STARTED');
	await client.addDownload(magnet('a'));
});

test('a service whose state folder is deleted reports it, and refuses every change', async () => {
	await rm(service.stateFolder, { recursive: true });
	await expect(client.addDownload(magnet('b'))).rejects.toThrow(lost);
	expect(await client.getState()).toMatchObject({ state: 'EXCEPTION', last_exception: lost });
	const infohash = 'a'.repeat(40);
	const changes = {
		download: () => client.changeDownload({ params: { infohash }, body: { state: 'stop' } }),
		label: () => client.createLabel({ params: { name: 'label' }, body: { max_upload_speed: 7_000 } }),
		settings: () => client.changeServiceSettings({ body: { queue: { active_downloads: 1 } } }),
	};
	for (const [name, change] of Object.entries(changes)) await expect(change(), name).rejects.toThrow(lost);
	expect((await client.listDownloads()).downloads.map((download) => download.infohash)).toEqual([infohash]);
});

test.each([
	['deleted', 'seedtop.db', (path: string) => rm(path)],
	['renamed', 'seedtop.db', (path: string) => rename(path, `${path}.old`)],
	[
		'replaced by a copy',
		'seedtop.db',
		async (path: string) => {
			await copyFile(path, `${path}.copy`);
			await rename(`${path}.copy`, path);
		},
	],
	['deleted', 'seedtop.db-wal', (path: string) => rm(path)],
])('a transaction is refused when another program has %s %s', async (_how, name, change) => {
	const folder = await makeFolder();
	const database = openDatabase(folder);
	onTestFinished(() => database.close());
	const set = (version: number) =>
		inTransaction(database, () => database.exec(`CREATE TABLE test_${version} (a)`));
	set(1);
	await change(join(folder, name));
	expect(() => set(2)).toThrow(new DatabaseMoved(join(folder, name)).message);
});
