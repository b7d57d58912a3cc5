import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { metainfoText } from '../../source/metainfo/error.ts';
import { sourceFaults } from '../../source/state/adding/find-sources.ts';
import { planText } from '../../source/state/adding/plan.ts';
import { magnetFaults } from '../../source/state/adding/source.ts';
import { addRefusals } from '../../source/tui/dialogs/add/commands.ts';
import { addDialog } from '../../source/tui/dialogs/add/dialog.tsx';
import { pasteText } from '../../source/tui/dialogs/add/paste.ts';
import { destinationTexts, pathText } from '../../source/tui/dialogs/add/path-texts.ts';
import { browseText } from '../../source/tui/dialogs/browse/commands.ts';
import { downloadsPaneText } from '../../source/tui/panes/downloads/pane.tsx';
import { serve } from '../client/server.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { until } from '../programs/until.ts';
import { films, listed, magnet, prepareShelf, service, shelf, songs } from './adding-scene.ts';

prepareShelf();

test('a user pastes a letter with links, sees each on its own line with the invalid ones marked, and adds the rest', async () => {
	const { user, screen } = await openCockpit(service);
	await screen.shows(downloadsPaneText.none);
	user.paste(
		`Hello,\nsee <${magnet('a', 'One')}> or this:\nmagnet:?xt=urn:btih:zz\nand ${'b'.repeat(40)}.\n${films.path}\nBye`,
	);
	await screen.shows(addDialog.title);
	await screen.shows(/1 \+ One$/m);
	await screen.shows(new RegExp(`2 ✗ magnet:\\?xt=urn:btih:zz +${magnetFaults.wrongInfohash.slice(0, 23)}`));
	await screen.shows(/3 \+ b{40}/);
	await screen.shows(/4 \+ films .* KiB, 4 files/);
	await screen.shows('3 to add, 1 wrong.');
	user.press('add-confirm');
	await screen.shows('Added: 3 downloads');
	const infohashes = (await listed()).map(({ infohash }) => infohash);
	expect(infohashes.toSorted()).toEqual(['a'.repeat(40), 'b'.repeat(40), films.infohash].toSorted());
});

test('a user removes a link before adding the others, and pastes another one', async () => {
	const { user, screen, list } = await openCockpit(service);
	await screen.shows(downloadsPaneText.none);
	user.paste(`${magnet('a', 'One')}\n${magnet('b', 'Two')}\n${magnet('c', 'Three')}`);
	await screen.shows('3 to add.');
	user.press('add-down', 'add-drop');
	await screen.hides('Two');
	await screen.shows('2 to add.');
	user.paste(`  ${magnet('d', 'Four')}\n`);
	await screen.shows(/> magnet:\?xt=urn:btih:dddd/);
	await screen.shows('3 to add.');
	user.press('add-confirm');
	await screen.shows('Added: 3 downloads');
	await list.shows('Four', 'METADATA');
	expect((await listed()).map(({ name }) => name).toSorted()).toEqual(['Four', 'One', 'Three']);
});

test('a user pastes other text and reads that it contains nothing to download', async () => {
	const { user, screen } = await openCockpit(service);
	await screen.shows(downloadsPaneText.none);
	user.paste('quod erat demonstrandum');
	await screen.shows(pasteText.nothing);
	expect(screen.text()).not.toContain(addDialog.title);
	user.press('add');
	user.type('quod');
	await screen.shows(sourceFaults.nothing);
	user.press('add-confirm');
	await screen.shows(addRefusals.invalid(sourceFaults.nothing));
	expect(await listed()).toEqual([]);
});

test('a user pastes the address of a .torrent file, and the service fetches it', async () => {
	const shop = await serve((_, response) =>
		response.writeHead(200, { 'content-type': 'application/x-bittorrent' }).end(songs.bytes),
	);
	const { user, screen } = await openCockpit(service);
	await screen.shows(downloadsPaneText.none);
	user.paste(`${shop.url}/songs.torrent`);
	await screen.shows(addDialog.title);
	await screen.shows('1 to add.');
	user.press('add-confirm');
	await screen.shows(/[▼◌…⟳] songs /);
	expect((await listed()).map(({ infohash }) => infohash)).toEqual([songs.infohash]);
	expect(shop.requests.map(({ path }) => path)).toContain('/songs.torrent');
});

test('a user browses for .torrent files, folders first, shows hidden ones by a key, and takes two', async () => {
	const { user, screen } = await openCockpit(service);
	await screen.shows(downloadsPaneText.none);
	user.press('add', 'add-browse');
	await screen.shows('parent folder');
	user.type(`${shelf}/`);
	await screen.shows('6 of 7 shown; ctrl-t shows the hidden ones.');
	const names = screen.rows().flatMap((row) => /^ {2}(\S+)/.exec(row)?.[1] ?? []);
	expect(names.slice(0, 7)).toEqual([
		'../',
		'films/',
		'older/',
		'songs/',
		'broken.torrent',
		'films.torrent',
		'songs.torrent',
	]);
	user.press('browse-hidden');
	await screen.shows('.secret.torrent');
	user.press('browse-hidden');
	await screen.hides('.secret.torrent');
	// Into a folder with a link to a file, and up again: the cursor is on the folder.
	user.type('older');
	user.press('browse-open');
	await screen.shows('linked.torrent');
	user.press('browse-backspace');
	await screen.shows('songs.torrent');
	user.press('browse-take');
	await screen.shows('linked.torrent');
	user.type('link');
	user.press('browse-take');
	await screen.shows('● linked.torrent');
	user.press('browse-delete-to-start');
	user.type(shelf);
	user.press('browse-open');
	await screen.shows('songs.torrent');
	user.type('ong tor');
	user.press('browse-open');
	await screen.shows('2 to add.');
	await screen.shows(/1 \+ films .* 4 files/);
	await screen.shows(/2 \+ songs .* 1 file/);
	user.press('add-confirm');
	await screen.shows('Added: 2 downloads');
	expect((await listed()).map(({ infohash }) => infohash).toSorted()).toEqual(
		[films.infohash, songs.infohash].toSorted(),
	);
});

test('a user reads that a folder is unreadable and a file is no torrent, before anything is sent', async () => {
	const { user, screen } = await openCockpit(service);
	await screen.shows(downloadsPaneText.none);
	user.press('add', 'add-browse');
	await screen.shows('parent folder');
	user.type(`${shelf}/nowhere/`);
	await screen.shows('There is no such file or folder. ← goes to the parent folder.');
	user.type(`${shelf}/`);
	await screen.shows('broken.torrent');
	user.type('nowhere');
	user.press('browse-open');
	await screen.shows(browseText.noSuchName);
	user.press('browse-delete-to-start');
	await screen.shows('broken.torrent');
	user.type('broken');
	user.press('browse-open');
	await screen.shows('1 ✗');
	await screen.shows(new RegExp(`^${metainfoText.notTorrent('.*')}\\.`, 'm'));
	user.press('add-confirm');
	await screen.shows(addRefusals.invalid(metainfoText.notTorrent('')).slice(0, 46));
	expect(await listed()).toEqual([]);
});

test('a user selects files before the download starts, and only those are downloaded', async () => {
	const { user, screen } = await openCockpit(service);
	await screen.shows(downloadsPaneText.none);
	user.press('add');
	user.type(films.path);
	await screen.shows(/1 \+ films .* 4 files/);
	user.press('add-files');
	await screen.shows('4 of 4 files selected');
	// The folder under the cursor, and one file of it again.
	await screen.shows(/\[x\] ▾ one\//);
	user.press('add-files-choose');
	await screen.shows('2 of 4 files selected');
	user.press('add-files-down', 'add-files-choose');
	await screen.shows('3 of 4 files selected');
	await screen.shows(/\[-\] ▾ one\//);
	await screen.shows(/\[x\] {5}a\.mkv/);
	await screen.shows(/\[ \] {5}b\.srt/);
	await screen.shows('one/a.mkv');
	// The last selection is undone, redone, and undone.
	user.press('add-files-undo');
	await screen.shows('2 of 4 files selected');
	user.press('add-files-redo');
	await screen.shows('3 of 4 files selected');
	// Out of the folder, which is collapsed then, and back.
	user.press('add-files-out', 'add-files-out');
	await screen.hides('a.mkv');
	await screen.shows(/\[-\] ▸ one\//);
	user.press('add-files-close');
	await screen.shows(/1 \+ films .* 3 of 4 files/);
	user.press('add-confirm');
	await screen.shows('Added: films');
	const { files } = await service.client().listFiles({ params: { infohash: films.infohash } });
	expect(files.filter(({ included }) => !included).map(({ name }) => name)).toEqual(['one/b.srt']);
});

test('a user cannot add a torrent without a selected file', async () => {
	const { user, screen } = await openCockpit(service);
	await screen.shows(downloadsPaneText.none);
	user.press('add');
	user.type(songs.path);
	await screen.shows(/1 \+ songs/);
	user.press('add-files', 'add-files-choose');
	await screen.shows('0 of 1 files selected, 0 B of 19.5 KiB: select at least one to add it');
	user.press('add-files-close');
	await screen.shows(planText.noFiles);
	user.press('add-confirm');
	await screen.shows(addRefusals.invalid(planText.noFiles));
	expect(await listed()).toEqual([]);
});

test('a user chooses a destination of other downloads, or completes one, and the download goes there', async () => {
	const [used, other] = [join(service.folder, 'used'), join(service.folder, 'unused')];
	await mkdir(other);
	await service.client().addDownload({ body: { uri: films.path, destination: used } });
	const { user, screen, list } = await openCockpit(service, { columns: 120, rows: 40 });
	await list.shows('films', 'DOWNLOADING');
	user.press('add');
	user.type(songs.path);
	await screen.shows(/1 \+ songs/);
	user.press('add-next');
	await screen.shows(/> Destination/);
	await screen.shows(used);
	user.press('add-down', 'add-confirm');
	await screen.shows(`> Destination  ${used}`);
	user.press('add-confirm');
	await screen.shows('Added: songs');
	expect((await listed()).map(({ destination }) => destination)).toEqual([used, used]);

	user.press('add');
	user.type(magnet('e', 'Five'));
	user.press('add-next');
	user.type(`${service.folder}/un`);
	await screen.shows(new RegExp(`│ {16,}${other} `));
	user.press('add-down', 'add-confirm');
	await screen.shows(`> Destination  ${other}`);
	user.press('add-confirm');
	await screen.shows('Added: Five');
	const five = (await listed()).find(({ name }) => name === 'Five');
	expect(five?.destination).toBe(other);

	user.press('add');
	user.type(magnet('f', 'Six'));
	user.press('add-next');
	user.type('somewhere');
	user.press('add-confirm');
	await screen.shows(addRefusals.relativeDestination);
});

test('a user completes paths with tab as in a shell, and sees that a destination is new before anything is sent', async () => {
	await mkdir(join(service.folder, 'pileA'));
	await mkdir(join(service.folder, 'pileB'));
	const { user, screen } = await openCockpit(service, { columns: 120, rows: 40 });
	await screen.shows(downloadsPaneText.none);
	user.press('add');
	user.type(`${shelf}/so`);
	await screen.shows(pathText.completions('songs/  songs.torrent'));
	user.press('add-next');
	await screen.shows('shelf/songs');
	user.type('.');
	user.press('add-next');
	await screen.shows(/1 \+ songs/);
	user.press('add-next');
	user.type(`${service.folder}/pi`);
	user.press('add-next');
	await screen.shows(new RegExp(`> Destination {2}\\S+/pile .* ${destinationTexts.new}`));
	user.press('add-next');
	await screen.shows(pathText.several(pathText.choose));
	user.type('A');
	await screen.shows(new RegExp(`> Destination {2}\\S+/pileA .* ${destinationTexts.there}`));
	user.press('add-next');
	await screen.shows('> Hops');
	user.press('add-confirm');
	await screen.shows('Added: songs');
	expect((await listed()).map(({ destination }) => destination)).toEqual([join(service.folder, 'pileA')]);
});

test('a user adds a download that does not start: it is stopped right away', async () => {
	const { user, screen, list } = await openCockpit(service);
	await screen.shows(downloadsPaneText.none);
	user.press('add');
	user.type(songs.path);
	await screen.shows(/1 \+ songs/);
	user.press('add-previous');
	await screen.shows('> Stopped      off starts at once');
	user.type(' ');
	await screen.shows('> Stopped      on stopped right after adding; received data is kept');
	user.press('add-confirm');
	await screen.shows('Added and stopped: songs');
	await list.shows('songs', 'STOPPED');
	expect((await listed())[0]?.status).toMatch(/STOPPED$/);
});

test('a user adds a download with hops, and safe seeding is switched on because hops require it', async () => {
	const { user, screen } = await openCockpit(service);
	await screen.shows(downloadsPaneText.none);
	user.press('add');
	user.type(songs.path);
	await screen.shows(/1 \+ songs/);
	user.press('add-next', 'add-next');
	await screen.shows('> Hops         0 a plain download');
	user.type('3');
	await screen.shows('> Hops         3 anonymous');
	user.press('add-down', 'add-down');
	await screen.shows('> Hops         1 anonymous');
	await screen.shows('Safe seeding on required with hops');
	user.press('add-next', 'add-previous', 'add-confirm');
	await screen.shows('Added: songs');
	const [download] = await listed();
	expect(download).toMatchObject({ infohash: songs.infohash, hops: 1, safe_seeding: true });
});

test('a user requests more hops than there are proxies, is refused, and can correct the typed text', async () => {
	const { user, screen } = await openCockpit(service);
	await screen.shows(downloadsPaneText.none);
	user.press('add');
	user.paste(magnet('c', 'Mended'));
	await screen.shows(/\+ Mended/);
	user.press('add-next', 'add-next');
	user.type('2');
	await screen.shows(/Hops +2/);
	user.press('add-confirm');
	await screen.shows(/✗ .*2 hops/);
	await screen.shows(/\+ Mended/);
	expect(await listed()).toEqual([]);
	user.type('1');
	user.press('add-confirm');
	await until(async () => (await listed())[0]?.hops === 1);
	await screen.hides(addDialog.title);
	// Also with several sources that are all refused.
	user.paste(`${magnet('d', 'One')} ${magnet('e', 'Other')}`);
	await screen.shows(/\+ Other/);
	user.press('add-next', 'add-next');
	user.type('2');
	user.press('add-confirm');
	await screen.shows(/✗ .*all 2 failed/);
	await screen.shows(/\+ Other/);
	user.type('1');
	user.press('add-confirm');
	await until(async () => (await listed()).length === 3);
	await screen.hides(addDialog.title);
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
	const { user, screen } = await openCockpit({ url });
	await screen.shows(downloadsPaneText.none);
	user.press('add');
	user.type(songs.path);
	await screen.shows(/1 \+ songs/);
	user.press('add-previous', 'add-previous', 'add-previous');
	await screen.shows('> Safe seeding off');
	user.type(' ');
	await screen.shows('> Safe seeding on');
	user.press('add-confirm');
	await screen.shows('Added: songs');
	const uri = pathToFileURL(songs.path).href;
	expect(orders).toEqual([{ uri, anon_hops: 0, safe_seeding: true }]);
});

test('a user adds an existing download, reads that it exists, and goes to it', async () => {
	for (const { path } of [films, songs]) await service.client().addDownload({ body: { uri: path } });
	const { user, screen, list } = await openCockpit(service);
	await screen.listed(2);
	user.press('filter');
	user.type('films');
	await screen.shows('/films  1 of 2 ');
	user.press('filter-keep', 'add');
	user.type(songs.path);
	await screen.shows(new RegExp(`1 = songs +${planText.alreadyAdded('songs')}`));
	await screen.shows('1 already added.');
	user.press('add-confirm');
	await screen.shows(addRefusals.alreadyAdded);
	user.press('add-files');
	await screen.shows(addRefusals.filesOfAdded);
	user.press('add-go-to');
	await screen.hides(addDialog.title);
	await list.chooses('songs ');
	expect(await listed()).toHaveLength(2);
});
