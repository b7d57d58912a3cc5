import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { copyFile, mkdir, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { databaseText } from '../../../source/service/storage/database.ts';
import { migrations } from '../../../source/service/storage/migrations.ts';
import { replacedText } from '../../../source/service/storage/open-storage.ts';
import { NOT_A_FILE_TEXT } from '../../../source/service/storage/opened-path.ts';
import { upgradeText } from '../../../source/service/storage/upgrade.ts';
import { UPGRADED } from '../../../source/service/upgrade.ts';
import { ANY, containing, exactly, NUMBER } from '../../programs/message-pattern.ts';
import { cli, quiet, startService } from '../../programs/service-process.ts';
import { type TemporaryFolder, temporaryFolder } from '../../programs/temporary-folder.ts';
import { makeTorrent } from '../../programs/torrents.ts';
import { until } from '../../programs/until.ts';
import { makeOlderDatabase } from './older-database.ts';

let folder: TemporaryFolder;
let state: string;
let file: string;

beforeEach(async () => {
	folder = await temporaryFolder();
	state = join(folder.path, 'state');
	file = join(state, 'seedtop.db');
	await mkdir(state);
});

afterEach(() => folder.remove());

/** Returns the error of a service that refuses to start. It must be one line. */
function refusal(...options: string[]): string {
	const run = spawnSync(
		process.execPath,
		[cli, 'serve', '--port', '0', '--state-dir', state, ...options, ...quiet],
		{
			encoding: 'utf8',
			timeout: 20_000,
		},
	);
	expect(run.status).toBe(1);
	expect(run.stderr.trim().split('\n')).toHaveLength(1);
	return run.stderr;
}

/** Makes a database with one seeded download, as a service leaves it. */
async function makeDatabase(): Promise<string> {
	const torrent = await makeTorrent(join(folder.path, 'data'), 'kept', { 'a.bin': 50_000 });
	const service = await startService(folder.path);
	await service.client().addDownload({ body: { uri: torrent.path, destination: join(folder.path, 'data') } });
	await until(async () => (await service.client().listDownloads()).downloads[0]?.status === 'SEEDING');
	await service.end();
	return torrent.infohash;
}

async function overwrite(at: number, bytes: Uint8Array): Promise<void> {
	const opened = await open(file, 'r+');
	await opened.write(bytes, 0, bytes.length, at);
	await opened.close();
}

test('a new database has mode 0600, in a folder that others can read too', async () => {
	const service = await startService(folder.path);
	const parts = (await readdir(state)).filter((name) => name.startsWith('seedtop.db'));
	expect(parts).toEqual(expect.arrayContaining(['seedtop.db', 'seedtop.db-wal']));
	for (const part of parts) expect((await stat(join(state, part))).mode & 0o777).toBe(0o600);
	await service.end();
});

test('an older database is upgraded, with all of its records', async () => {
	const data = join(folder.path, 'data');
	const torrent = await makeTorrent(data, 'of-old', { 'a.bin': 50_000 });
	makeOlderDatabase(state, torrent, data);
	const service = await startService(folder.path);
	try {
		expect(service.output()).toContain(`${upgradeText.step(2)}.`);
		expect(service.output()).toContain(UPGRADED);
		const { downloads, checkpoints } = await service.client().listDownloads({ query: { get_files: true } });
		expect(checkpoints).toEqual({ all_loaded: true, loaded: 1, total: 1 });
		expect(downloads).toMatchObject([
			{
				infohash: torrent.infohash,
				status: 'STOPPED',
				total_up: 12_345,
				time_added: 1_600_000_000,
				progress: 1,
			},
		]);
		const bytes = await service.client().getTorrent({ params: { infohash: torrent.infohash } });
		expect(Buffer.from(bytes).equals(torrent.bytes)).toBe(true);
	} finally {
		await service.end();
	}
	// The next start finds the upgrade done.
	const again = await startService(folder.path);
	await again.end();
	expect(again.output()).not.toContain('Upgrading');
});

test('a database of a newer seedtop is refused and not changed', async () => {
	await makeDatabase();
	const database = new DatabaseSync(file);
	database.exec(`PRAGMA user_version = ${migrations.length + 1}`);
	database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
	database.close();
	const before = await readFile(file);
	for (const options of [[], ['--new-database']]) {
		expect(refusal(...options)).toContain(upgradeText.newer(file, migrations.length + 1));
	}
	expect(await readFile(file)).toEqual(before);
});

test.each([
	['an empty file', () => truncate(file, 0)],
	['what is no database', () => writeFile(file, 'This was written by somebody else.\n'.repeat(200))],
	['one whose pages are overwritten', () => overwrite(4096, new Uint8Array(8 * 4096).fill(0xa5))],
	[
		'one that is cut off',
		async () =>
			await open(file, 'r+').then(async (opened) => {
				await opened.truncate(2 * 4096);
				await opened.close();
			}),
	],
])('%s is refused and not changed; --new-database moves it aside', async (_, damage) => {
	await makeDatabase();
	await damage();
	const before = await readFile(file);
	expect(refusal()).toMatch(exactly(`seedtop: ${databaseText.corrupt(file, ANY)}\n`));
	expect(await readFile(file)).toEqual(before);
	const service = await startService(folder.path, ['--new-database']);
	try {
		expect(service.output()).toMatch(
			containing(`WARNING ${replacedText(`${file}.corrupt-${NUMBER}${ANY}`)}`),
		);
		expect((await service.client().listDownloads()).downloads).toEqual([]);
	} finally {
		await service.end();
	}
	const aside = (await readdir(state)).filter((name) => /\.corrupt-\w+$/.test(name));
	expect(aside).toHaveLength(1);
	expect(await readFile(join(state, aside[0] ?? ''))).toEqual(before);
});

test('a log without its database is refused', async () => {
	await makeDatabase();
	await leaveInLog(
		"INSERT INTO transfers (infohash, bitfield, progress, total_down, total_up) VALUES ('0', x'', 0, 0, 0)",
	);
	await rm(file);
	expect(refusal()).toContain(databaseText.corrupt(file, databaseText.onlyLog));
	const service = await startService(folder.path, ['--new-database']);
	expect((await service.client().listDownloads()).downloads).toEqual([]);
	await service.end();
	expect(
		(await readdir(state)).filter((name) => name.endsWith('-wal') && name.includes('corrupt')),
	).toHaveLength(1);
});

test('a service that is killed while it creates its database starts the next time', async () => {
	for (let round = 0; round < 5; round++) {
		const place = join(folder.path, `round-${round}`);
		await mkdir(place);
		const child = spawn(
			process.execPath,
			[cli, 'serve', '--port', '0', '--state-dir', join(place, 'state'), ...quiet],
			{ stdio: 'ignore' },
		);
		const ended = once(child, 'exit');
		await mkdir(join(place, 'state'), { recursive: true });
		// Each round lets one more change of the folder happen before the kill.
		let changes = 0;
		const watcher = watch(join(place, 'state'), (_, name) => {
			if (name?.startsWith('seedtop.db') && changes++ >= round) child.kill('SIGKILL');
		});
		await ended;
		watcher.close();
		const service = await startService(place);
		expect(await readdir(join(place, 'state'))).not.toContainEqual(expect.stringContaining('.new-'));
		await service.end();
	}
});

/** Leaves the files of a killed seedtop: the changes of `sql` are only in the log of the database. */
async function leaveInLog(sql: string): Promise<void> {
	const database = new DatabaseSync(file);
	database.exec(`PRAGMA wal_autocheckpoint = 0; ${sql}`);
	const [kept, log] = await Promise.all([readFile(file), readFile(`${file}-wal`)]);
	database.close();
	await Promise.all([writeFile(file, kept), writeFile(`${file}-wal`, log)]);
}

test.each([
	[
		'of a newer seedtop',
		containing(upgradeText.newer(ANY, migrations.length + 1)),
		`PRAGMA user_version = ${migrations.length + 1}`,
		() => {},
	],
	[
		'that is corrupt',
		containing(databaseText.corrupt(ANY, ANY)),
		"INSERT INTO transfers (infohash, bitfield, progress, total_down, total_up) VALUES ('0', x'', 0, 0, 0)",
		() => overwrite(4096, new Uint8Array(3 * 4096).fill(0xa5)),
	],
])('a database %s is not changed, nor is the log of a killed service', async (_, reason, sql, damage) => {
	await makeDatabase();
	await leaveInLog(sql);
	await damage();
	const parts = () => Promise.all([readFile(file), readFile(`${file}-wal`)]);
	const before = await parts();
	expect(before[1].length).toBeGreaterThan(0);
	expect(refusal()).toMatch(reason);
	expect(await parts()).toEqual(before);
});

test('--new-database replaces neither a valid database nor one in use', async () => {
	const infohash = await makeDatabase();
	const service = await startService(folder.path, ['--new-database']);
	try {
		expect((await service.client().listDownloads()).downloads).toMatchObject([{ infohash }]);
		expect(refusal('--new-database')).toContain(
			databaseText.inUse(state, { pid: service.child.pid ?? 0, url: service.url }),
		);
	} finally {
		await service.end();
	}
	expect((await readdir(state)).filter((name) => name.includes('corrupt'))).toEqual([]);
});

test('the database log of a killed service is read, with a copy of both', async () => {
	const torrent = await makeTorrent(join(folder.path, 'data'), 'logged', { 'a.bin': 50_000 });
	const service = await startService(folder.path);
	await service.client().addDownload({ body: { uri: torrent.path } });
	await service.end('SIGKILL');
	const elsewhere = join(folder.path, 'elsewhere');
	await mkdir(join(elsewhere, 'state'), { recursive: true });
	for (const name of ['seedtop.db', 'seedtop.db-wal'])
		await copyFile(join(state, name), join(elsewhere, 'state', name));
	const copy = await startService(elsewhere);
	try {
		expect((await copy.client().listDownloads()).downloads).toMatchObject([{ infohash: torrent.infohash }]);
	} finally {
		await copy.end();
	}
});

test('another file at the path of the database is reported as such', () => {
	expect(spawnSync('mkfifo', [file]).status).toBe(0);
	expect(refusal()).toContain(databaseText.unusable(file, NOT_A_FILE_TEXT, false));
});
