import { execFileSync } from 'node:child_process';
import { cp, mkdir, open, readdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, test } from 'vitest';
import { databaseText } from '../../source/import/clients/qbittorrent-database.ts';
import { transmissionText } from '../../source/import/clients/transmission.ts';
import type { ClientName } from '../../source/import/imported-download.ts';
import { assembleText } from '../../source/import/reading/assemble.ts';
import { savedValuesText } from '../../source/import/reading/saved-values.ts';
import { stateFilesText } from '../../source/import/reading/state-files.ts';
import { metainfoText } from '../../source/metainfo/error.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { downloadsOf, entriesOf, statePath } from './entries.ts';

const beta = '0edf2ee66519346844b189313c99288010ef977e';

async function copied(name: string): Promise<string> {
	const folder = join(await makeFolder(), 'state');
	await cp(statePath(name), folder, { recursive: true });
	return folder;
}

async function reasons(client: ClientName, folder: string): Promise<string[]> {
	const entries = await entriesOf(client, folder);
	return entries.flatMap((entry) => (entry.kind === 'unusable' ? [entry.reason] : []));
}

describe('a damaged entry', () => {
	test.each([
		['transmission', `torrents/${beta}.torrent`],
		['transmission', `resume/${beta}.resume`],
		['qbittorrent', `BT_backup/${beta}.torrent`],
		['qbittorrent', `BT_backup/${beta}.fastresume`],
		['rtorrent', `${beta.toUpperCase()}.torrent`],
		['rtorrent', `${beta.toUpperCase()}.torrent.rtorrent`],
		['rtorrent', `${beta.toUpperCase()}.torrent.libtorrent_resume`],
		['deluge', `state/${beta}.torrent`],
		['tribler', `8.0.7/dlcheckpoints/${beta}.conf`],
	] as const)('of %s leaves the others: %s', async (client, file) => {
		const folder = await copied(client);
		await truncate(join(folder, file), 100);
		const found = await reasons(client, folder);
		expect(found).toHaveLength(1);
		expect(found[0]).toMatch(/\w+ \w+/);
		expect(Object.keys(await downloadsOf(client, folder)).sort()).toEqual([
			'alpha.bin',
			'delta',
			'gamma.bin',
		]);
	});

	test('is one nested too deeply', async () => {
		const folder = await copied('transmission');
		await writeFile(join(folder, `resume/${beta}.resume`), `d1:a${'l'.repeat(500_000)}`);
		expect(await reasons('transmission', folder)).toEqual([
			expect.stringContaining(savedValuesText.malformed('')),
		]);
	});

	test('is one without resume data', async () => {
		const folder = await copied('transmission');
		await rm(join(folder, `resume/${beta}.resume`));
		expect(await reasons('transmission', folder)).toEqual([stateFilesText.missing(`resume/${beta}.resume`)]);
	});

	test('is a folder, a link without a target, or no torrent', async () => {
		const folder = await copied('transmission');
		await mkdir(join(folder, 'torrents/folder.torrent'));
		await symlink('/nowhere', join(folder, 'torrents/link.torrent'));
		await writeFile(join(folder, 'torrents/text.torrent'), 'text');
		const found = await reasons('transmission', folder);
		expect(found).toHaveLength(3);
		expect(found.at(-1)).toContain(metainfoText.notTorrent(''));
	});

	test('is a relative destination', async () => {
		const folder = await copied('transmission');
		const resume = 'd11:destination5:../..6:pausedi0e8:progressd6:blocks3:allee';
		await writeFile(join(folder, `resume/${beta}.resume`), resume);
		expect(await reasons('transmission', folder)).toEqual([assembleText.relative('../..')]);
	});

	test('is one without metadata', async () => {
		const folder = await copied('transmission');
		await writeFile(join(folder, `torrents/${'a'.repeat(40)}.magnet`), 'magnet:?xt=urn:btih:x');
		expect(await reasons('transmission', folder)).toEqual([transmissionText.magnet]);
		const qbittorrent = await copied('qbittorrent');
		await rm(join(qbittorrent, `BT_backup/${beta}.torrent`));
		expect(await reasons('qbittorrent', qbittorrent)).toHaveLength(1);
	});
});

describe('a database of qBittorrent', () => {
	async function withDatabase(sql: string): Promise<string> {
		const folder = await makeFolder();
		const database = new DatabaseSync(join(folder, 'torrents.db'));
		database.exec(sql);
		database.close();
		return folder;
	}

	test.each([
		[
			'a view without an end',
			'CREATE VIEW torrents AS WITH RECURSIVE n(id) AS (VALUES (1) UNION ALL SELECT id + 1 FROM n) SELECT id, id AS queue_position FROM n',
			databaseText.noTable,
		],
		[
			'a computed column',
			'CREATE TABLE torrents (id, queue_position, metadata AS (zeroblob(1000000000)))',
			databaseText.computed,
		],
	])('is refused if it has %s', async (_, sql, reason) => {
		await expect(entriesOf('qbittorrent', await withDatabase(sql))).rejects.toThrow(reason);
	});

	test('is read without a log that is a pipe', async () => {
		const folder = await withDatabase('CREATE TABLE torrents (id, queue_position)');
		execFileSync('mkfifo', [join(folder, 'torrents.db-wal')]);
		expect(await entriesOf('qbittorrent', folder)).toEqual([]);
	});

	async function copiedDatabase(sql: string): Promise<string> {
		const folder = await copied('qbittorrent-database');
		const database = new DatabaseSync(join(folder, 'torrents.db'));
		database.exec(sql);
		database.close();
		return folder;
	}

	test.each([
		[
			'a number that is not exact',
			'UPDATE torrents SET ratio_limit = 9223372036854775807 WHERE torrent_id = ?',
			databaseText.largeNumber('ratio_limit'),
		],
		[
			'more bytes than the maximum',
			'UPDATE torrents SET name = zeroblob(60000000) WHERE torrent_id = ?',
			databaseText.largeRow,
		],
	])('yields the other downloads if one has %s', async (_, sql, reason) => {
		const folder = await copiedDatabase(sql.replace('?', `'${beta}'`));
		expect(await entriesOf('qbittorrent', folder)).toContainEqual({
			kind: 'unusable',
			name: expect.stringMatching(/\w/),
			reason,
		});
		expect(Object.keys(await downloadsOf('qbittorrent', folder)).sort()).toEqual([
			'alpha.bin',
			'delta',
			'gamma.bin',
		]);
	});

	test('is read with large numbers in columns that are not imported', async () => {
		const folder = await copiedDatabase('UPDATE torrents SET queue_position = 9007199254740993 - id');
		expect(Object.keys(await downloadsOf('qbittorrent', folder))).toHaveLength(4);
	});

	test('is refused with a log that is too large', async () => {
		const folder = await withDatabase('CREATE TABLE torrents (id, queue_position)');
		const log = await open(join(folder, 'torrents.db-wal'), 'w');
		await log.truncate(2 ** 40);
		await log.close();
		await expect(entriesOf('qbittorrent', folder)).rejects.toThrow(databaseText.tooLarge);
	});
});

describe('a state folder', () => {
	test('recognizes an older transmission by names and half of the infohash', async () => {
		const folder = await copied('transmission');
		const old = `beta.${beta.slice(0, 16)}`;
		for (const [kind, ending] of [
			['torrents', 'torrent'],
			['resume', 'resume'],
		] as const) {
			await cp(join(folder, kind, `${beta}.${ending}`), join(folder, kind, `${old}.${ending}`));
			await rm(join(folder, kind, `${beta}.${ending}`));
		}
		expect((await downloadsOf('transmission', folder)).beta?.metainfo.infohash).toBe(beta);
	});

	test('yields downloads to check for deluge without progress', async () => {
		const folder = await copied('deluge');
		await rm(join(folder, 'state/torrents.fastresume'));
		const { beta: download } = await downloadsOf('deluge', folder);
		expect(download).toMatchObject({
			bitfield: undefined,
			destination: '/srv/torrents/data',
			notes: [assembleText.unknownProgress],
		});
	});

	test('yields downloads without labels for deluge with damaged labels', async () => {
		const folder = await copied('deluge');
		await writeFile(join(folder, 'label.conf'), '{');
		expect((await downloadsOf('deluge', folder))['alpha.bin']?.label).toBe('');
	});

	test('is refused for deluge with a hostile list', async () => {
		const folder = await copied('deluge');
		await writeFile(
			join(folder, 'state/torrents.state'),
			'\x80\x02cos\nsystem\nX\x02\0\0\0id\x85R.',
			'latin1',
		);
		await expect(entriesOf('deluge', folder)).rejects.toThrow('os system');
	});

	test('names the files of rtorrent with a root of another name', async () => {
		const folder = await copied('rtorrent');
		const settings = 'd9:directory24:/srv/torrents/data/other5:statei1ee';
		await writeFile(join(folder, `${beta.toUpperCase()}.torrent.rtorrent`), settings);
		const { beta: download } = await downloadsOf('rtorrent', folder);
		expect(download?.destination).toBe('/srv/torrents/data');
		expect([...(download?.renamed.values() ?? [])]).toContain('other/one.txt');
	});

	test('is never written to', async () => {
		for (const client of ['transmission', 'qbittorrent-database'] as const) {
			const folder = await copied(client);
			const before = (await readdir(folder, { recursive: true })).sort();
			await entriesOf(client === 'transmission' ? client : 'qbittorrent', folder);
			expect((await readdir(folder, { recursive: true })).sort()).toEqual(before);
		}
	});
});
