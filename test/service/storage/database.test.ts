import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { Core } from '../../../source/service/core/core.ts';
import {
	openStorage,
	replacedText,
	UPGRADED,
	upgradeDatabase,
} from '../../../source/service/state-database.ts';
import { databaseText } from '../../../source/service/storage/database.ts';
import { DownloadStore } from '../../../source/service/storage/download-store.ts';
import { migrations } from '../../../source/service/storage/migrations.ts';
import { NOT_A_FILE_TEXT } from '../../../source/service/storage/opened-path.ts';
import type { Database } from '../../../source/service/storage/sqlite.ts';
import { needsUpgrade, upgradeText } from '../../../source/service/storage/upgrade.ts';
import { makeFolder } from '../../fixtures/folder.ts';
import { addComplete, allSeed, downloadsOf, runService, runServiceProcess } from '../../fixtures/service.ts';
import { ANY, containing, exactly, NUMBER } from '../../programs/message-pattern.ts';
import { cli, quiet } from '../../programs/service-process.ts';
import { makeTorrent } from '../../programs/torrents.ts';
import { expectReadableAfterKill } from './killed-creation.ts';
import { makeOlderDatabase } from './older-database.ts';

/** State folder of a killed service with one seeded download. */
let killedState: string;
let infohash: string;
let folder: string;
let state: string;
let file: string;

beforeAll(async () => {
	const service = await runServiceProcess();
	infohash = await addComplete(service, 'kept');
	await allSeed(service);
	await service.end('SIGKILL');
	killedState = service.stateFolder;
});

beforeEach(async () => {
	folder = await makeFolder();
	state = join(folder, 'state');
	file = join(state, 'seedtop.db');
	await mkdir(state);
});

/** Copies the database of the killed service, with its log. */
async function copyDatabase(): Promise<void> {
	for (const name of ['seedtop.db', 'seedtop.db-wal'])
		await copyFile(join(killedState, name), join(state, name));
}

/** Makes a database with one seeded download, as a service leaves it that ended. */
async function makeDatabase(): Promise<void> {
	await copyDatabase();
	openStorage(state, false, () => {}).close();
}

/** Opens the database as a service does, until the end of the test. */
function openAgain(replaceCorrupt = false): { database: Database; lines: string[] } {
	const lines: string[] = [];
	const database = openStorage(state, replaceCorrupt, (level, text) => lines.push(`${level} ${text}`));
	onTestFinished(() => database.close());
	return { database, lines };
}

/** Returns the error of a service that refuses to start. It must be one line. */
function refusal(): string {
	const run = spawnSync(process.execPath, [cli, 'serve', '--port', '0', '--state-dir', state, ...quiet], {
		encoding: 'utf8',
		timeout: 20_000,
	});
	expect(run.status).toBe(1);
	expect(run.stderr.trim().split('\n')).toHaveLength(1);
	return run.stderr;
}

async function overwrite(at: number, bytes: Uint8Array): Promise<void> {
	const opened = await open(file, 'r+');
	await opened.write(bytes, 0, bytes.length, at);
	await opened.close();
}

test('a new database has mode 0600, in a folder that others can read too', async () => {
	openAgain();
	const parts = (await readdir(state)).filter((name) => name.startsWith('seedtop.db'));
	expect(parts).toEqual(expect.arrayContaining(['seedtop.db', 'seedtop.db-wal']));
	for (const part of parts) expect((await stat(join(state, part))).mode & 0o777).toBe(0o600);
});

test('an older database is upgraded once, with all of its records', async () => {
	const torrent = await makeTorrent(join(folder, 'data'), 'of-old', { 'a.bin': 50_000 });
	makeOlderDatabase(state, torrent, join(folder, 'data'));
	const older = openStorage(state, false, () => {});
	expect(needsUpgrade(older)).toBe(true);
	const lines: string[] = [];
	await upgradeDatabase(
		older,
		new Core(),
		() => {},
		(_, text) => lines.push(text),
	);
	expect(lines).toEqual([...migrations.slice(1).map((_, at) => `${upgradeText.step(at + 2)}.`), UPGRADED]);
	older.close();
	const { database } = openAgain();
	expect(needsUpgrade(database)).toBe(false);
	const store = new DownloadStore(database);
	expect(store.load()).toMatchObject([
		{
			infohash: torrent.infohash,
			requestedState: 'stopped',
			totalUp: 12_345,
			timeAdded: 1_600_000_000,
			progress: 1,
		},
	]);
	expect(Buffer.from(store.torrent(torrent.infohash) ?? []).equals(torrent.bytes)).toBe(true);
});

test('a database of a newer seedtop is refused and not changed', async () => {
	await makeDatabase();
	const database = new DatabaseSync(file);
	database.exec(`PRAGMA user_version = ${migrations.length + 1}`);
	database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
	database.close();
	const before = await readFile(file);
	for (const replaceCorrupt of [false, true]) {
		expect(() => openAgain(replaceCorrupt)).toThrow(upgradeText.newer(file, migrations.length + 1));
	}
	expect((await readFile(file)).equals(before)).toBe(true);
});

test.each([
	['an empty file', () => truncate(file, 0)],
	['what is no database', () => writeFile(file, 'This was written by somebody else.\n'.repeat(200))],
	['one whose pages are overwritten', () => overwrite(4096, new Uint8Array(8 * 4096).fill(0xa5))],
	['one that is cut off', () => truncate(file, 2 * 4096)],
])(
	'%s is refused and not changed, unless it shall be replaced: then it is moved aside',
	async (_, damage) => {
		await makeDatabase();
		await damage();
		const before = await readFile(file);
		expect(() => openAgain()).toThrow(exactly(databaseText.corrupt(file, ANY)));
		expect((await readFile(file)).equals(before)).toBe(true);
		const { database, lines } = openAgain(true);
		expect(lines).toEqual([
			expect.stringMatching(exactly(`warning ${replacedText(`${file}.corrupt-${NUMBER}${ANY}`)}`)),
		]);
		expect(new DownloadStore(database).load()).toEqual([]);
		await expectAside(before);
	},
);

/** Checks that one database was moved aside, with this content. */
async function expectAside(content: Buffer): Promise<void> {
	const aside = (await readdir(state)).filter((name) => /\.corrupt-\w+$/.test(name));
	expect(aside).toHaveLength(1);
	expect((await readFile(join(state, aside[0] ?? ''))).equals(content)).toBe(true);
}

test('a service refuses a corrupt database in one line, and replaces it with --new-database', async () => {
	await makeDatabase();
	await overwrite(4096, new Uint8Array(8 * 4096).fill(0xa5));
	const before = await readFile(file);
	expect(refusal()).toMatch(exactly(`seedtop: ${databaseText.corrupt(file, ANY)}\n`));
	expect((await readFile(file)).equals(before)).toBe(true);
	const service = await runService({ folder, flags: ['--new-database'] });
	expect(service.output()).toMatch(containing(`WARNING ${replacedText(`${file}.corrupt-${NUMBER}${ANY}`)}`));
	expect(await downloadsOf(service)).toEqual([]);
	await expectAside(before);
});

test('a log without its database is refused', async () => {
	await makeDatabase();
	await leaveInLog(
		"INSERT INTO transfers (infohash, bitfield, progress, total_down, total_up) VALUES ('0', x'', 0, 0, 0)",
	);
	await rm(file);
	expect(() => openAgain()).toThrow(databaseText.corrupt(file, databaseText.onlyLog));
	expect(new DownloadStore(openAgain(true).database).load()).toEqual([]);
	expect(
		(await readdir(state)).filter((name) => name.endsWith('-wal') && name.includes('corrupt')),
	).toHaveLength(1);
});

test('the database of a service that is killed while it creates it can be opened', () =>
	expectReadableAfterKill(folder, 1));

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
	const parts = async () => Buffer.concat([await readFile(file), await readFile(`${file}-wal`)]);
	const before = await parts();
	expect((await stat(`${file}-wal`)).size).toBeGreaterThan(0);
	expect(() => openAgain()).toThrow(reason);
	expect((await parts()).equals(before)).toBe(true);
});

test('--new-database replaces neither a valid database nor one in use', async () => {
	await makeDatabase();
	const service = await runService({ folder, flags: ['--new-database'] });
	expect(await downloadsOf(service)).toMatchObject([{ infohash }]);
	expect(() => openAgain(true)).toThrow(databaseText.inUse(state, { pid: process.pid, url: service.url }));
	expect((await readdir(state)).filter((name) => name.includes('corrupt'))).toEqual([]);
});

test('the database log of a killed service is read, with a copy of both', async () => {
	await copyDatabase();
	expect((await stat(`${file}-wal`)).size).toBeGreaterThan(0);
	expect(new DownloadStore(openAgain().database).load()).toMatchObject([{ infohash }]);
});

test('another file at the path of the database is reported as such', () => {
	expect(spawnSync('mkfifo', [file]).status).toBe(0);
	expect(() => openAgain()).toThrow(databaseText.unusable(file, NOT_A_FILE_TEXT, false));
});
