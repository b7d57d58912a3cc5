import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Client } from '../../source/client/client.ts';
import { dialects } from '../contract/foreign/dialects.ts';
import { type ForeignServer, startForeign } from '../contract/foreign/server.ts';
import { nested, sources } from '../contract/foreign/world/torrents.ts';
import { clientOf } from '../contract/foreign-cases/context.ts';
import { describeManyFiles } from '../programs/many-files.ts';
import {
	cli,
	type RunningService,
	startService,
	type TemporaryFolder,
	temporaryFolder,
} from '../programs/service-process.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { Session } from '../terminal/pty.ts';

let folder: TemporaryFolder;
let service: RunningService;

beforeAll(async () => {
	folder = await temporaryFolder();
	service = await startService(folder.path, ['--no-pex']);
});

afterEach(async () => {
	const client = service.client();
	for (const { infohash } of (await client.listDownloads()).downloads) {
		await client.removeDownload({ params: { infohash }, body: { remove_data: false } });
	}
});

afterAll(async () => {
	await service?.end();
	await folder?.remove();
});

/** The holiday: names of many scripts, nested folders. */
const holiday = {
	'Season 1/ep 1.mkv': 40_000,
	'Season 1/ep 2.mkv': 30_000,
	'Season 1/subs/ep 1.srt': 2_000,
	'Season 1/subs/ep 2.srt': 1_000,
	'数据备份/一.txt': 3_000,
	'ملف/بِسْمِ.txt': 500,
	'👩‍👩‍👧 extras/👍 best.jpg': 5_000,
	'readme.txt': 10,
};

async function addHoliday(): Promise<string> {
	const torrent = await makeTorrent(service.downloadFolder, '旅行', holiday);
	await service.client().addDownload({ body: { uri: torrent.path } });
	return torrent.infohash;
}

interface Opened {
	readonly columns?: number;
	readonly rows?: number;
	readonly options?: string;
}

function open(arguments_: string, { columns = 80, rows = 24, options = '' }: Opened): Session {
	const env = { HOME: folder.path, XDG_CONFIG_HOME: '', CORE_API_PORT: '' };
	const session = new Session(`'${process.execPath}' '${cli}' ${arguments_} ${options}`, {
		columns,
		rows,
		env,
	});
	onTestFinished(() => session.kill());
	return session;
}

const openCockpit = (opened: Opened = {}) => open(`--state-dir '${service.stateFolder}'`, opened);

/** Returns the paths of the files that a service reports as selected. */
async function wantedOf(infohash: string, client: Client = service.client()): Promise<string[]> {
	const { files } = await client.listFiles({ params: { infohash } });
	return files.filter(({ included }) => included).map(({ name }) => name);
}

const wants = (infohash: string, expected: readonly string[], client?: Client) =>
	until(async () => (await wantedOf(infohash, client)).sort().join() === [...expected].sort().join());

test('a user expands and collapses folders, one and all, with names in any script', async () => {
	await addHoliday();
	const session = openCockpit({ columns: 100, rows: 34 });
	await session.shows(/旅行 +SEEDING/);
	session.type('f');
	await session.shows(/^8 of 8 files selected, 79\.6 KiB of 79\.6 KiB$/m);
	await session.shows(/^\[x\] ▸ Season 1\/ .* 4\/4$/m);
	session.type('\x1b[C');
	await session.shows(/^\[x\] {5}ep 1\.mkv +39\.1 KiB /m);
	await session.shows(/^\[x\] {3}▸ subs\/ +2\.9 KiB .* 2\/2$/m);
	session.type('\r');
	await until(() => !session.emulator.text().includes('ep 1.mkv'));
	session.type('E');
	for (const name of ['ep 2.srt', '一.txt', 'بِسْمِ.txt', '👍 best.jpg']) await session.shows(name);
	session.type('C');
	await until(() => !session.emulator.text().includes('ep 2.srt'));
	await session.shows(/1 of 5/);
});

test('a user deselects a season and selects one subtitle of it, and folders show a partial selection', async () => {
	const infohash = await addHoliday();
	const session = openCockpit({ columns: 110 });
	await session.shows(/旅行 +SEEDING/);
	session.type('fz');
	await session.shows('8 of 8 files selected');
	session.type(' ');
	await session.shows(/^\[ \] ▸ Season 1\/ .* unwanted +0\.0% +0\/4$/m);
	const rest = Object.keys(holiday).filter((path) => !path.startsWith('Season'));
	await wants(infohash, rest);
	session.type('Ejj ');
	await session.shows(/^\[-\] ▾ Season 1\/ .* partly +2\.7% +1\/4$/m);
	await session.shows(/^\[-\] {3}▾ subs\/ .* 1\/2$/m);
	await session.shows(/^\[x\] {7}ep 1\.srt /m);
	await session.shows(/^\[ \] {7}ep 2\.srt /m);
	// The whole path under the cursor is shown below.
	await session.shows(/^Season 1\/subs\/ep 1\.srt *$/m);
	await wants(infohash, [...rest, 'Season 1/subs/ep 1.srt']);
	// A partly selected folder becomes selected completely.
	session.type('k ');
	await session.shows(/^\[x\] {3}▾ subs\/ .* 2\/2$/m);
	await wants(infohash, [...rest, 'Season 1/subs/ep 1.srt', 'Season 1/subs/ep 2.srt']);
});

test('a user loses a selection to one key, then presses undo and redo', async () => {
	const infohash = await addHoliday();
	const session = openCockpit({ columns: 110 });
	await session.shows(/旅行 +SEEDING/);
	session.type('fz');
	await session.shows('8 of 8 files selected');
	session.type('u');
	await session.shows('No selection of files to undo.');
	session.type('Ejjjjj ');
	await session.shows(/^\[ \] {5}ep 2\.mkv /m);
	const some = Object.keys(holiday).filter((path) => path !== 'Season 1/ep 2.mkv');
	await wants(infohash, some);
	session.type('kkkkk');
	await session.shows(/^\[-\] ▾ Season 1\/ /m);
	session.type(' ');
	await session.shows(/^\[x\] ▾ Season 1\/ /m);
	await wants(infohash, Object.keys(holiday));
	session.type('u');
	await session.shows(/^\[-\] ▾ Season 1\/ .* 3\/4$/m);
	await session.shows(/^\[ \] {5}ep 2\.mkv /m);
	await wants(infohash, some);
	session.type('U');
	await wants(infohash, Object.keys(holiday));
	await session.shows(/^\[x\] ▾ Season 1\/ .* 4\/4$/m);
	session.type('u');
	await wants(infohash, some);
	await session.shows(/^\[-\] ▾ Season 1\/ /m);
	session.type('u');
	await wants(infohash, Object.keys(holiday));
});

test('a user selects files by a pattern, and reads how many match before confirming', async () => {
	const infohash = await addHoliday();
	const session = openCockpit();
	await session.shows(/旅行 +SEEDING/);
	session.type('fz');
	await session.shows('8 of 8 files selected');
	session.type('-');
	await session.shows('─ Files not to want ─');
	session.type('*.{MKV,srt}');
	await session.shows(/│ 4 files, 71\.3 KiB +│/);
	session.type('\r');
	await session.shows('4 of 8 files selected');
	const rest = Object.keys(holiday).filter((path) => !/mkv|srt/.test(path));
	await wants(infohash, rest);
	session.type('+subs/**');
	await session.shows('No file is like that.');
	session.type('\x15season 1/**/*1*');
	await session.shows(/│ 2 files, 41\.0 KiB +│/);
	session.type('\r');
	await wants(infohash, [...rest, 'Season 1/ep 1.mkv', 'Season 1/subs/ep 1.srt']);
	session.type('-*\r');
	await session.shows('At least one file must stay selected. Stop the download instead.');
});

test('a user filters files by typing, sees them with their folders, and escape clears the filter', async () => {
	const infohash = await addHoliday();
	const session = openCockpit();
	await session.shows(/旅行 +SEEDING/);
	session.type('fz');
	await session.shows('8 of 8 files selected');
	session.type('/EP srt');
	await session.shows(/filter: EP srt 2 files$/m);
	await session.shows(/^\[x\] {7}ep 2\.srt /m);
	expect(session.emulator.text()).not.toContain('mkv');
	session.type('\x1b');
	await session.shows(/1 of 5$/m);
	// A folder is selected without its filtered-out files.
	session.type('/mkv\r');
	await session.shows(/filter: mkv 2 files$/m);
	// The way back is shown at 80 columns too.
	await session.shows('backspace all');
	session.type('g ');
	await wants(
		infohash,
		Object.keys(holiday).filter((path) => !path.endsWith('.mkv')),
	);
	session.type('/\x15数据\r');
	await session.shows(/^\[x\] ▸ 数据备份\/ /m);
	await until(() => !session.emulator.text().includes('Season 1'));
	session.type('\x7f');
	await session.shows('Season 1');
});

test('a user sees the progress of each file and folder, updated while it downloads', async () => {
	// Two pieces each.
	const files = { 'a/one.bin': 32_768, 'a/two.bin': 32_768 };
	const torrent = await makeTorrent(service.downloadFolder, 'halves', files);
	await rm(join(service.downloadFolder, 'halves/a/two.bin'));
	const client = service.client();
	await client.addDownload({ body: { uri: torrent.path } });
	const session = openCockpit({ columns: 110 });
	await session.shows(/halves +DOWNLOADING/);
	session.type('fz');
	await session.shows('2 of 2 files selected');
	session.type('E');
	await session.shows(/^\[x\] ▾ a\/ .* 50\.0% wanted/m);
	await session.shows(/^\[x\] {5}one\.bin .* 100% done/m);
	await session.shows(/^\[x\] {5}two\.bin .* 0\.0% wanted/m);
	await makeTorrent(service.downloadFolder, 'halves', files);
	await client.changeDownload({ params: { infohash: torrent.infohash }, body: { state: 'recheck' } });
	await session.shows(/^\[x\] {5}two\.bin .* 100% done/m);
	await session.shows(/^\[x\] ▾ a\/ .* 100% done/m);
});

test('a user sees that another client selects files', async () => {
	const infohash = await addHoliday();
	const session = openCockpit();
	await session.shows(/旅行 +SEEDING/);
	session.type('fz');
	await session.shows('8 of 8 files selected');
	session.type('E');
	await session.shows(/^\[x\] {7}ep 2\.srt /m);
	await service.client().deselectFiles({ params: { infohash }, query: { path: 'Season 1/subs/ep 2.srt' } });
	await session.shows(/^\[ \] {7}ep 2\.srt /m);
	await session.shows('7 of 8 files selected');
});

test('a user opens the files of a magnet link without peers, and reads why there are none', async () => {
	const uri = 'magnet:?xt=urn:btih:cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd&dn=silent';
	await service.client().addDownload({ body: { uri } });
	const session = openCockpit();
	await session.shows(/silent +METADATA/);
	session.type('f');
	await session.shows('The files are not known yet.');
	session.type(' ');
	await session.shows(/^i The files of this download are not known yet\.$/m);
});

test('a user goes through 100,000 files: expands all folders, moves to the end, filters, and deselects', async () => {
	const torrent = await describeManyFiles(folder.path, 'huge', { files: 100_000, perFolder: 1_000 });
	const client = service.client();
	await client.addDownload({ body: { uri: torrent.path } });
	await client.changeDownload({ params: { infohash: torrent.infohash }, body: { state: 'stop' } });
	const session = openCockpit();
	await session.shows(/huge +STOPPED/);
	session.type('fz');
	await session.shows('100000 of 100000 files selected, 1.5 MiB of 1.5 MiB');
	session.type('EG');
	await session.shows(/100100 of 100100$/m);
	await session.shows(/^\[x\] {5}file 99999\.bin /m);
	// The service was asked to expand the visible folders, and responded with that page.
	const query = { view_start_path: 'huge/part 99/file 99998.bin', view_size: 5 };
	await until(async () => {
		const { files } = await client.listFiles({ params: { infohash: torrent.infohash }, query });
		return files[0]?.name === 'huge/part 99/file 99999.bin';
	});
	session.type('\x1b[D ');
	await session.shows('99000 of 100000 files selected');
	session.type('/4242.bin\r');
	await session.shows(/filter: 4242\.bin 10 files$/m);
	session.type('G ');
	await session.shows(/^\[ \] {5}file 94242\.bin /m);
	await session.shows('98999 of 100000 files selected');
	await until(() => !session.emulator.text().includes('pending'));
	const wanted = new Set(await wantedOf(torrent.infohash));
	expect(wanted.size).toBe(98_999);
	expect(wanted.has('part 99/file 99000.bin')).toBe(false);
}, 60_000);

test('a user clicks a file, and double-clicks a folder to expand it', async () => {
	await addHoliday();
	const session = openCockpit();
	await session.shows(/旅行 +SEEDING/);
	session.type('fz');
	await session.shows('8 of 8 files selected');
	const rowOf = (text: string) => session.emulator.rows().findIndex((row) => row.includes(text)) + 1;
	const click = (text: string) => session.type(`\x1b[<0;12;${rowOf(text)}M\x1b[<0;12;${rowOf(text)}m`);
	click('readme.txt');
	await session.shows(/5 of 5 *$/m);
	click('Season 1');
	click('Season 1');
	await session.shows('ep 1.mkv');
	await session.shows(/1 of 8 *$/m);
});

/** Opens the cockpit on a service of a release that has the nested torrent. */
async function openForeign(
	name: string,
): Promise<{ session: Session; server: ForeignServer; client: Client }> {
	const dialect = dialects.find((each) => each.name === name);
	if (!dialect) throw new Error(`there is no dialect ${name}`);
	const server = await startForeign(dialect);
	const client = clientOf(server);
	onTestFinished(async () => {
		await client.close();
		await server.close();
	});
	const body = { uri: sources.nested, destination: '/srv/empty', anon_hops: 0, safe_seeding: false };
	await client.addDownload({ body });
	const key = dialect.key === undefined ? '' : `--api-key ${dialect.key}`;
	// The document alone does not show its generation.
	const generation = dialect.family === 'document' ? `--generation ${dialect.generation}` : '';
	const session = open(`--url ${server.url} ${key} ${generation}`, { columns: 110 });
	await session.shows(/nested +DOWNLOADING/);
	return { session, server, client };
}

test.each([['8.4'], ['7.14'], ['7.2'], ['doc A']])(
	'a user of a service without trees (%s) sees a tree, and the selection is sent as a list',
	async (name) => {
		const { session, server, client } = await openForeign(name);
		// Detection requests the files of a download that does not exist.
		const asked = server.asked.filter((each) => each.includes(`${nested.infohash}/files`));
		expect(asked).toEqual([]);
		session.type('fz');
		await session.shows('5 of 5 files selected');
		session.type('E');
		await session.shows(/^\[x\] {3}▾ deep\/ .* 1\/1$/m);
		await session.shows(/^\[x\] {5}ünï 中文 😀\.txt .* 25\.0% wanted/m);
		session.type(' ');
		await session.shows(/^\[ \] ▾ a\/ .* 0\/2$/m);
		const [one = '', two = '', ...rest] = nested.files.map(({ path }) => path);
		await wants(nested.infohash, rest, client);
		session.type('-b\r');
		await wants(nested.infohash, ['readme.txt'], client);
		// An empty list would select all files or none, so it is not sent.
		session.type('G ');
		await session.shows('At least one file must stay selected');
		session.type('+a\r');
		await wants(nested.infohash, [one, two, 'readme.txt'], client);
		expect(server.asked.some((asked) => asked.includes('/files/select'))).toBe(false);
	},
);

test('a user of a service with trees (8.1) expands folders remotely, reads pages, and selects by list', async () => {
	const { session, server, client } = await openForeign('8.1');
	session.type('fz');
	await session.shows('5 of 5 files selected');
	session.type('E');
	await session.shows('ünï 中文 😀.txt');
	const asked = (text: string) => until(() => server.asked.some((each) => each.includes(text)));
	await asked('/files/expand?path=nested%2Fa%2Fdeep');
	await asked('/files?view_start_path=&view_size=300');
	session.type(' ');
	await session.shows(/^\[ \] ▾ a\/ .* 0\/2$/m);
	// The flat list would not show the selection made in the tree.
	expect(server.asked.some((each) => each.includes('/files/deselect'))).toBe(false);
	await session.shows('3 of 5 files selected');
	await wants(
		nested.infohash,
		nested.files.slice(2).map(({ path }) => path),
		client,
	);
	session.type('C');
	await asked('/files/collapse?path=nested%2Fa');
	// No files are requested while they are not visible.
	session.type('i');
	await session.shows('destination');
	// The details show the availability, which the list has on request.
	const lists = () => server.asked.filter((each) => /\/downloads(\?\S*)?$/.test(each)).length;
	const listed = lists();
	await until(() => lists() > listed);
	const files = () => server.asked.filter((each) => each.includes('/files')).length;
	const before = files();
	await until(() => lists() > listed + 3);
	expect(files()).toBe(before);
});

test('a user selects files, the service refuses, and the real selection is shown', async () => {
	const { session, server } = await openForeign('8.1');
	session.type('fz');
	await session.shows('5 of 5 files selected');
	const error = { handled: true, message: 'the disk says no' };
	server.world.scripted.set(`PATCH /downloads/${nested.infohash}`, {
		status: 500,
		json: { error },
	});
	session.type(' ');
	await session.shows(/^✗ Not wanting a: the disk says no\./m);
	await session.shows(/^\[x\] ▸ a\/ .* 2\/2$/m);
	await session.shows('5 of 5 files selected');
});
