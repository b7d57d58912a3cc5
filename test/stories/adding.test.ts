import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { serve } from '../client/server.ts';
import {
	type RunningService,
	startService,
	type TemporaryFolder,
	temporaryFolder,
} from '../programs/service-process.ts';
import { type MadeTorrent, makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { leaves, openCockpitOn } from './open-cockpit.ts';

let folder: TemporaryFolder;
let service: RunningService;
/** Folder for the user's torrents, on the cockpit's machine. */
let shelf: string;
let films: MadeTorrent;
let songs: MadeTorrent;

beforeAll(async () => {
	folder = await temporaryFolder();
	const settings = join(folder.path, 'settings.json');
	// A proxy that is not running: downloads with hops wait for it.
	await writeFile(settings, JSON.stringify({ proxies: ['socks5://127.0.0.2:9'] }));
	service = await startService(folder.path, ['--no-pex', '--settings', settings]);
	shelf = join(folder.path, 'shelf');
	await mkdir(join(shelf, 'older'), { recursive: true });
	films = await makeTorrent(shelf, 'films', {
		'one/a.mkv': 60_000,
		'one/b.srt': 2_000,
		'two/c.mkv': 50_000,
		'readme.txt': 100,
	});
	songs = await makeTorrent(shelf, 'songs', { 'song.ogg': 20_000 });
	await writeFile(join(shelf, 'broken.torrent'), 'not at all');
	await writeFile(join(shelf, '.secret.torrent'), songs.bytes);
	await symlink(films.path, join(shelf, 'older', 'linked.torrent'));
});

afterEach(async () => {
	for (const { infohash } of await listed()) {
		await service.client().removeDownload({ params: { infohash }, body: { remove_data: false } });
	}
});

afterAll(async () => {
	await service?.end();
	await folder?.remove();
});

const listed = async () => (await service.client().listDownloads()).downloads;
const paste = (text: string) => `\x1b[200~${text.replaceAll('\n', '\r')}\x1b[201~`;
const magnet = (digit: string, name: string) => `magnet:?xt=urn:btih:${digit.repeat(40)}&dn=${name}`;
const [ctrlF, ctrlG, ctrlO, ctrlT, ctrlU, ctrlX] = ['\x06', '\x07', '\x0f', '\x14', '\x15', '\x18'];
const [down, shiftTab] = ['\x1b[B', '\x1b[Z'];

test('a user pastes a letter with links, sees each on its own line with the invalid ones marked, and adds the rest', async () => {
	const session = await openCockpitOn(service);
	await session.shows('There are no downloads yet.');
	session.type(
		paste(
			`Hello,\nsee <${magnet('a', 'One')}> or this:\nmagnet:?xt=urn:btih:zz\nand ${'b'.repeat(40)}.\n${films.path}\nBye`,
		),
	);
	await session.shows('Add a download');
	await session.shows(/1 \+ One /);
	await session.shows(/2 ✗ magnet:\?xt=urn:btih:zz +its infohash is neither/);
	await session.shows(/3 \+ b{40}/);
	await session.shows(/4 \+ films .* KiB, 4 files/);
	await session.shows('3 to add, 1 wrong.');
	session.type('\r');
	await session.shows('Added: 3 downloads');
	const infohashes = (await listed()).map(({ infohash }) => infohash);
	expect(infohashes.toSorted()).toEqual(['a'.repeat(40), 'b'.repeat(40), films.infohash].toSorted());
});

test('a user removes a link before adding the others, and pastes another one', async () => {
	const session = await openCockpitOn(service);
	await session.shows('There are no downloads yet.');
	session.type(paste(`${magnet('a', 'One')}\n${magnet('b', 'Two')}\n${magnet('c', 'Three')}`));
	await session.shows('3 to add.');
	session.type(`${down}${ctrlX}`);
	await leaves(session, 'Two');
	await session.shows('2 to add.');
	session.type(paste(`  ${magnet('d', 'Four')}\n`));
	await session.shows(/> magnet:\?xt=urn:btih:dddd/);
	await session.shows('3 to add.');
	session.type('\r');
	await session.shows('Added: 3 downloads');
	await session.shows(/Four +METADATA/);
	expect((await listed()).map(({ name }) => name).toSorted()).toEqual(['Four', 'One', 'Three']);
});

test('a user pastes other text and reads that it contains nothing to download', async () => {
	const session = await openCockpitOn(service);
	await session.shows('There are no downloads yet.');
	session.type(paste('quod erat demonstrandum'));
	await session.shows('What you pasted names nothing to download');
	expect(session.emulator.text()).not.toContain('Add a download');
	session.type('aquod');
	await session.shows('no magnet link, URL, infohash or path of a .torrent file');
	session.type('\r');
	await session.shows('It cannot be added: no magnet link');
	expect(await listed()).toEqual([]);
});

test('a user pastes the address of a .torrent file, and the service fetches it', async () => {
	const shop = await serve((_, response) =>
		response.writeHead(200, { 'content-type': 'application/x-bittorrent' }).end(songs.bytes),
	);
	const session = await openCockpitOn(service);
	await session.shows('There are no downloads yet.');
	session.type(paste(`${shop.url}/songs.torrent`));
	await session.shows('Add a download');
	await session.shows('1 to add.');
	session.type('\r');
	await session.shows(/songs +(DOWNLOADING|WAITING|HASHCHECKING|ALLOCATING)/);
	expect((await listed()).map(({ infohash }) => infohash)).toEqual([songs.infohash]);
	expect(shop.asked.map(({ path }) => path)).toContain('/songs.torrent');
});

test('a user browses for .torrent files, folders first, shows hidden ones by a key, and takes two', async () => {
	const session = await openCockpitOn(service);
	await session.shows('There are no downloads yet.');
	session.type(`a${ctrlO}`);
	await session.shows('the folder above');
	session.type(`${shelf}/`);
	await session.shows('6 of 7 show: ctrl-t shows the hidden ones too.');
	const names = session.emulator.rows().flatMap((row) => /^│ {3}(\S+)/.exec(row)?.[1] ?? []);
	expect(names.slice(0, 7)).toEqual([
		'../',
		'films/',
		'older/',
		'songs/',
		'broken.torrent',
		'films.torrent',
		'songs.torrent',
	]);
	session.type(ctrlT);
	await session.shows('.secret.torrent');
	session.type(ctrlT);
	await leaves(session, '.secret.torrent');
	// Into a folder with a link to a file, and up again: the cursor is on the folder.
	session.type('older\r');
	await session.shows('linked.torrent');
	session.type('\x7f');
	await session.shows('songs.torrent');
	session.type('\t');
	await session.shows('linked.torrent');
	session.type('link\t');
	await session.shows('● linked.torrent');
	session.type(`${ctrlU}${shelf}\r`);
	await session.shows('songs.torrent');
	session.type('ong tor\r');
	await session.shows('2 to add.');
	await session.shows(/1 \+ films .* 4 files/);
	await session.shows(/2 \+ songs .* 1 file/);
	session.type('\r');
	await session.shows('Added: 2 downloads');
	expect((await listed()).map(({ infohash }) => infohash).toSorted()).toEqual(
		[films.infohash, songs.infohash].toSorted(),
	);
});

test('a user reads that a folder is unreadable and a file is no torrent, before anything is sent', async () => {
	const session = await openCockpitOn(service);
	await session.shows('There are no downloads yet.');
	session.type(`a${ctrlO}`);
	await session.shows('the folder above');
	session.type(`${shelf}/nowhere/`);
	await session.shows('There is no such file or folder: ← leads up.');
	session.type(`${shelf}/`);
	await session.shows('broken.torrent');
	session.type('nowhere\r');
	await session.shows('Nothing here is called that.');
	session.type(ctrlU);
	await session.shows('broken.torrent');
	session.type('broken\r');
	await session.shows('1 ✗');
	await session.shows(/│ this is not a torrent file: .*\. +│/);
	session.type('\r');
	await session.shows('It cannot be added: this is not a torrent file');
	expect(await listed()).toEqual([]);
});

test('a user selects files before the download starts, and only those are downloaded', async () => {
	const session = await openCockpitOn(service);
	await session.shows('There are no downloads yet.');
	session.type(`a${films.path}`);
	await session.shows(/1 \+ films .* 4 files/);
	session.type(ctrlF);
	await session.shows('4 of 4 files selected');
	// The folder under the cursor, and one file of it again.
	await session.shows(/\[x\] ▾ one\//);
	session.type(' ');
	await session.shows('2 of 4 files selected');
	session.type('j ');
	await session.shows('3 of 4 files selected');
	await session.shows(/\[-\] ▾ one\//);
	await session.shows(/\[x\] {5}a\.mkv/);
	await session.shows(/\[ \] {5}b\.srt/);
	await session.shows('one/a.mkv');
	// The last selection is undone, redone, and undone.
	session.type('u');
	await session.shows('2 of 4 files selected');
	session.type('U');
	await session.shows('3 of 4 files selected');
	// Out of the folder, which is collapsed then, and back.
	session.type('\x1b[D\x1b[D');
	await leaves(session, 'a.mkv');
	await session.shows(/\[-\] ▸ one\//);
	session.type('\x1b');
	await session.shows(/1 \+ films .* 3 of 4 files/);
	session.type('\r');
	await session.shows('Added: films');
	const { files } = await service.client().listFiles({ params: { infohash: films.infohash } });
	expect(files.filter(({ included }) => !included).map(({ name }) => name)).toEqual(['one/b.srt']);
});

test('a user deselects all samples of a season by a pattern, after reading how many match, and adds it', async () => {
	const episodes = Array.from({ length: 12 }, (_, index) => `S01E${String(index + 1).padStart(2, '0')}`);
	const season = await makeTorrent(
		folder.path,
		'season',
		Object.fromEntries(
			episodes.flatMap((episode) => [
				[`Show.${episode}/Show.${episode}.1080p.mkv`, 3_000],
				[`Show.${episode}/Sample/sample-Show.${episode}.mkv`, 1_000],
			]),
		),
	);
	const session = await openCockpitOn(service);
	await session.shows('There are no downloads yet.');
	session.type(`a${season.path}`);
	await session.shows(/1 \+ season .* 24 files/);
	session.type(`${ctrlF}`);
	await session.shows('24 of 24 files selected');
	session.type('-*sample*');
	await session.shows(/12 files, 11\.7 KiB/);
	session.type('\r');
	await session.shows('12 of 24 files selected');
	// A filter shows the matching files. Filtered-out files stay as they are.
	session.type('/e07 mkv');
	await session.shows(/filter: e07 mkv .*2 files/);
	await session.shows(/\[ \] +sample-Show\.S01E07\.mkv/);
	await session.shows(/\[x\] +Show\.S01E07\.1080p\.mkv/);
	session.type('\r ');
	await session.shows('13 of 24 files selected');
	session.type('u\x7f');
	await session.shows('12 of 24 files selected');
	session.type('E');
	await session.shows('sample-Show.S01E06.mkv');
	session.type('C');
	await leaves(session, 'sample-Show.S01E06.mkv');
	session.type('q');
	await session.shows(/1 \+ season .* 12 of 24 files/);
	session.type('\r');
	await session.shows('Added: season');
	const { files } = await service.client().listFiles({ params: { infohash: season.infohash } });
	expect(files.filter(({ included }) => included)).toHaveLength(12);
	expect(files.filter(({ included, name }) => included && name.includes('sample'))).toEqual([]);
});

test('a user cannot add a torrent without a selected file', async () => {
	const session = await openCockpitOn(service);
	await session.shows('There are no downloads yet.');
	session.type(`a${songs.path}`);
	await session.shows(/1 \+ songs/);
	session.type(`${ctrlF} `);
	await session.shows('0 of 1 files selected, 0 B of 19.5 KiB: without a file it is not added');
	session.type('q');
	await session.shows('none of its files is wanted');
	session.type('\r');
	await session.shows('It cannot be added: none of its files is wanted.');
	expect(await listed()).toEqual([]);
});

test('a user chooses a destination of other downloads, or completes one, and the download goes there', async () => {
	const [used, other] = [join(folder.path, 'used'), join(folder.path, 'unused')];
	await mkdir(other);
	await service.client().addDownload({ body: { uri: films.path, destination: used } });
	const session = await openCockpitOn(service, { columns: 120, rows: 40 });
	await session.shows(/films +DOWNLOADING/);
	session.type(`a${songs.path}`);
	await session.shows(/1 \+ songs/);
	session.type('\t');
	await session.shows(/> Destination/);
	await session.shows(used);
	session.type(`${down}\r`);
	await session.shows(`> Destination  ${used}`);
	session.type('\r');
	await session.shows('Added: songs');
	expect((await listed()).map(({ destination }) => destination)).toEqual([used, used]);

	session.type(`a${magnet('e', 'Five')}\t${folder.path}/un`);
	await session.shows(new RegExp(`│ {16,}${other} `));
	session.type(`${down}\r`);
	await session.shows(`> Destination  ${other}`);
	session.type('\r');
	await session.shows('Added: Five');
	const five = (await listed()).find(({ name }) => name === 'Five');
	expect(five?.destination).toBe(other);

	session.type(`a${magnet('f', 'Six')}\tsomewhere\r`);
	await session.shows('The destination is an absolute path on the machine of the service.');
});

test('a user completes paths with tab as in a shell, and sees that a destination is new before anything is sent', async () => {
	await mkdir(join(folder.path, 'pileA'));
	await mkdir(join(folder.path, 'pileB'));
	const session = await openCockpitOn(service, { columns: 120, rows: 40 });
	await session.shows('There are no downloads yet.');
	session.type(`a${shelf}/so`);
	await session.shows('tab completes: songs/  songs.torrent');
	session.type('\t');
	await session.shows('shelf/songs');
	session.type('.\t');
	await session.shows(/1 \+ songs/);
	session.type(`\t${folder.path}/pi\t`);
	await session.shows(/> Destination {2}\S+\/pile .* new folder/);
	session.type('\t');
	await session.shows('Several begin so: ↓ chooses; tab again leaves it.');
	session.type('A');
	await session.shows(/> Destination {2}\S+\/pileA .* a folder of this machine/);
	session.type('\t');
	await session.shows('> Hops');
	session.type('\r');
	await session.shows('Added: songs');
	expect((await listed()).map(({ destination }) => destination)).toEqual([join(folder.path, 'pileA')]);
});

test('a user pastes a line of words, links and paths, and none of them is lost', async () => {
	const session = await openCockpitOn(service);
	await session.shows('There are no downloads yet.');
	session.type(paste(`see ${magnet('a', 'One')} and ${songs.path} or /srv/film.mkv`));
	await session.shows('2 to add, 1 wrong.');
	await session.shows(/> {2}1 \+ One/);
	await session.shows(/2 \+ songs/);
	await session.shows(/3 ✗ \/srv\/film.mkv +the name of a torrent file ends/);
	await session.shows('ctrl-x drop  ↓ next');
});

test('a user adds a download that does not start: it is stopped right away', async () => {
	const session = await openCockpitOn(service);
	await session.shows('There are no downloads yet.');
	session.type(`a${songs.path}`);
	await session.shows(/1 \+ songs/);
	session.type(shiftTab);
	await session.shows('> Stopped      off it begins at once');
	session.type(' ');
	await session.shows('> Stopped      on stopped right after it is added; what came before stays');
	session.type('\r');
	await session.shows('Added and stopped: songs');
	await session.shows(/songs +STOPPED/);
	expect((await listed())[0]?.status).toMatch(/STOPPED$/);
});

test('a user adds a download with hops, and safe seeding is switched on because hops require it', async () => {
	const session = await openCockpitOn(service);
	await session.shows('There are no downloads yet.');
	session.type(`a${songs.path}`);
	await session.shows(/1 \+ songs/);
	session.type('\t\t');
	await session.shows('> Hops         0 a plain download');
	session.type('3');
	await session.shows('> Hops         3 anonymous');
	session.type(`${down}${down}`);
	await session.shows('> Hops         1 anonymous');
	await session.shows('Safe seeding on hops ask for it');
	session.type(`\t${shiftTab}\r`);
	await session.shows('Added: songs');
	const [download] = await listed();
	expect(download).toMatchObject({ infohash: songs.infohash, hops: 1, safe_seeding: true });
});

test('a user requests more hops than there are proxies, is refused, and can correct the typed text', async () => {
	const session = await openCockpitOn(service);
	await session.shows('There are no downloads yet.');
	session.type('a');
	session.type(paste(magnet('c', 'Mended')));
	await session.shows(/\+ Mended/);
	session.type('\t\t2');
	await session.shows(/Hops +2/);
	session.type('\r');
	await session.shows(/✗ .*2 hops/);
	await session.shows(/\+ Mended/);
	expect(await listed()).toEqual([]);
	session.type('1\r');
	await until(async () => (await listed())[0]?.hops === 1);
	await leaves(session, 'Add a download');
	// Also with several sources that are all refused.
	session.type(paste(`${magnet('d', 'One')} ${magnet('e', 'Other')}`));
	await session.shows(/\+ Other/);
	session.type('\t\t2\r');
	await session.shows(/✗ .*all 2 failed/);
	await session.shows(/\+ Other/);
	session.type('1\r');
	await until(async () => (await listed()).length === 3);
	await leaves(session, 'Add a download');
});

test('a user requests safe seeding without hops from a service without uploads, and the file URI is sent', async () => {
	const orders: unknown[] = [];
	const { url } = await serve(({ method, path, headers, body }, response) => {
		const json = (status: number, answer: object) =>
			response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
		if (path.startsWith('/events'))
			response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
		else if (method === 'GET' && path.startsWith('/downloads')) json(200, { downloads: [] });
		else if (method !== 'PUT') json(404, { error: 'Could not find it' });
		else if (headers['content-type'] !== 'application/json') {
			json(500, {
				error: { handled: false, code: 'UnicodeDecodeError', message: "'utf-8' codec can't decode" },
			});
		} else {
			orders.push(JSON.parse(body));
			json(200, { started: true, infohash: songs.infohash });
		}
	});
	const session = await openCockpitOn({ url });
	await session.shows('There are no downloads yet.');
	session.type(`a${songs.path}`);
	await session.shows(/1 \+ songs/);
	session.type(`${shiftTab}${shiftTab}`);
	await session.shows('> Safe seeding off');
	session.type(' ');
	await session.shows('> Safe seeding on');
	session.type('\r');
	await session.shows('Added: songs');
	const uri = pathToFileURL(songs.path).href;
	expect(orders).toEqual([{ uri, anon_hops: 0, safe_seeding: true }]);
});

test('a user adds an existing download, reads that it exists, and goes to it', async () => {
	for (const { path } of [films, songs]) await service.client().addDownload({ body: { uri: path } });
	const session = await openCockpitOn(service);
	await session.shows('2 downloads');
	session.type('/films');
	await session.shows('/films  1 of 2 downloads');
	session.type(`\ra${songs.path}`);
	await session.shows(/1 = songs +there already: songs/);
	await session.shows('1 there already.');
	session.type('\r');
	await session.shows('It is there already: ctrl-g goes to it.');
	session.type(ctrlF);
	await session.shows('ctrl-g goes to it, f shows its files there.');
	session.type(ctrlG);
	await leaves(session, 'Add a download');
	await until(() => {
		const { emulator } = session;
		const row = emulator.rows().findIndex((text) => text.startsWith('songs '));
		return row > 0 && emulator.cell(0, row).style.includes('inverse');
	});
	expect(await listed()).toHaveLength(2);
});

test('a user browses a folder of 50,000 torrents, narrows it by typing, and takes one', async () => {
	const many = join(folder.path, 'many');
	await mkdir(many);
	for (let from = 0; from < 50_000; from += 1_000) {
		await Promise.all(
			Array.from({ length: 1_000 }, (_, index) => writeFile(join(many, `file ${from + index}.torrent`), '')),
		);
	}
	await writeFile(join(many, 'the one.torrent'), songs.bytes);
	const session = await openCockpitOn(service);
	await session.shows('There are no downloads yet.');
	session.type(`a${ctrlO}`);
	await session.shows('the folder above');
	session.type(`${many}\r`);
	await session.shows('50001 of 50001 folders and .torrent files');
	session.type('49 9');
	await session.shows(/^│ \d+ of 50001 folders/m);
	session.type(`${ctrlU}the one`);
	await session.shows('1 of 50001 folders');
	session.type('\r');
	await session.shows(/1 \+ songs/);
	session.type('\x1b');
	await leaves(session, 'Add a download');
}, 60_000);
