import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { fileRequestsText } from '../../source/tui/actions/file-requests.ts';
import { filesCommandsText } from '../../source/tui/panes/downloads/tabs/files/commands.ts';
import { filesPatternText } from '../../source/tui/panes/downloads/tabs/files/dialogs/files-pattern/commands.ts';
import { unknownFiles } from '../../source/tui/panes/downloads/tabs/files/texts.ts';
import { filesUndoText } from '../../source/tui/panes/downloads/tabs/files/undo-commands.ts';
import { nested } from '../contract/foreign/world/torrents.ts';
import { type CockpitOptions, openCockpit as openOn } from '../fixtures/cockpit.ts';
import { addComplete, removeAll, runService, type TestService } from '../fixtures/service.ts';
import { escaped } from '../programs/message-pattern.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { awaitWanted, openForeign, testSelectionByList } from './files-cases.ts';

let service: TestService;

beforeAll(async () => {
	service = await runService({ flags: ['--no-pex'] });
});

afterEach(() => removeAll(service));

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

const addHoliday = () => addComplete(service, '旅行', holiday);

const openCockpit = (options?: CockpitOptions) => openOn(service, options);

const wants = (infohash: string, expected: readonly string[]) =>
	awaitWanted(service.client(), infohash, expected);

test('a user expands and collapses folders, one and all, with names in any script', async () => {
	await addHoliday();
	const { user, screen, list } = await openCockpit({ columns: 110, rows: 34 });
	await list.shows('旅行', 'SEEDING');
	user.press('tab-files');
	await screen.shows(/8 of 8 files selected, 79\.6 KiB of 79\.6 KiB/);
	await screen.shows(/^[ ▌]?\[x\] ▸ Season 1\/ .* 4\/4$/m);
	user.press('files-in');
	await screen.shows(/^[ ▌]?\[x\] {5}ep 1\.mkv +39\.1 KiB /m);
	await screen.shows(/^[ ▌]?\[x\] {3}▸ subs\/ +2\.9 KiB .* 2\/2$/m);
	user.press('files-fold');
	await screen.hides('ep 1.mkv');
	user.press('files-expand-all');
	for (const name of ['ep 2.srt', '一.txt', 'بِسْمِ.txt', '👍 best.jpg']) await screen.shows(name);
	user.press('files-collapse-all');
	await screen.hides('ep 2.srt');
	await screen.shows(/1 of 5/);
});

test('a user deselects a season and selects one subtitle of it, and folders show a partial selection', async () => {
	const infohash = await addHoliday();
	const { user, screen, list } = await openCockpit({ columns: 110 });
	await list.shows('旅行', 'SEEDING');
	user.press('tab-files', 'details-full');
	await screen.shows('8 of 8 files selected');
	user.press('files-choose');
	await screen.shows(/^[ ▌]?\[ \] ▸ Season 1\/ .* skipped +0\.0% +0\/4$/m);
	const rest = Object.keys(holiday).filter((path) => !path.startsWith('Season'));
	await wants(infohash, rest);
	user.press('files-expand-all', 'down', 'down', 'files-choose');
	await screen.shows(/^[ ▌]?\[-\] ▾ Season 1\/ .* partly +2\.7% +1\/4$/m);
	await screen.shows(/^[ ▌]?\[-\] {3}▾ subs\/ .* 1\/2$/m);
	await screen.shows(/^[ ▌]?\[x\] {7}ep 1\.srt /m);
	await screen.shows(/^[ ▌]?\[ \] {7}ep 2\.srt /m);
	// The whole path under the cursor is shown below.
	await screen.shows(/^Season 1\/subs\/ep 1\.srt *$/m);
	await wants(infohash, [...rest, 'Season 1/subs/ep 1.srt']);
	// A partly selected folder becomes selected completely.
	user.press('up', 'files-choose');
	await screen.shows(/^[ ▌]?\[x\] {3}▾ subs\/ .* 2\/2$/m);
	await wants(infohash, [...rest, 'Season 1/subs/ep 1.srt', 'Season 1/subs/ep 2.srt']);
});

test('a user loses a selection to one key, then presses undo and redo', async () => {
	const infohash = await addHoliday();
	const { user, screen, list } = await openCockpit({ columns: 110 });
	await list.shows('旅行', 'SEEDING');
	user.press('tab-files', 'details-full');
	await screen.shows('8 of 8 files selected');
	user.press('files-undo');
	await screen.shows(filesUndoText.undo);
	user.press('files-expand-all', 'down', 'down', 'down', 'down', 'down', 'files-choose');
	await screen.shows(/^[ ▌]?\[ \] {5}ep 2\.mkv /m);
	const some = Object.keys(holiday).filter((path) => path !== 'Season 1/ep 2.mkv');
	await wants(infohash, some);
	user.press('up', 'up', 'up', 'up', 'up');
	await screen.shows(/^[ ▌]?\[-\] ▾ Season 1\/ /m);
	user.press('files-choose');
	await screen.shows(/^[ ▌]?\[x\] ▾ Season 1\/ /m);
	await wants(infohash, Object.keys(holiday));
	user.press('files-undo');
	await screen.shows(/^[ ▌]?\[-\] ▾ Season 1\/ .* 3\/4$/m);
	await screen.shows(/^[ ▌]?\[ \] {5}ep 2\.mkv /m);
	await wants(infohash, some);
	user.press('files-redo');
	await wants(infohash, Object.keys(holiday));
	await screen.shows(/^[ ▌]?\[x\] ▾ Season 1\/ .* 4\/4$/m);
	user.press('files-undo');
	await wants(infohash, some);
	await screen.shows(/^[ ▌]?\[-\] ▾ Season 1\/ /m);
	user.press('files-undo');
	await wants(infohash, Object.keys(holiday));
});

test('a user selects files by a pattern, and reads how many match before confirming', async () => {
	const infohash = await addHoliday();
	const { user, screen, list } = await openCockpit();
	await list.shows('旅行', 'SEEDING');
	user.press('tab-files', 'details-full');
	await screen.shows('8 of 8 files selected');
	user.press('files-unwant-like');
	await screen.shows('─ Deselect files ─');
	user.type('*.{MKV,srt}');
	await screen.shows(/│ 4 files, 71\.3 KiB *(?:│|$)/m);
	user.press('files-pattern-confirm');
	await screen.shows('4 of 8 files selected');
	const rest = Object.keys(holiday).filter((path) => !/mkv|srt/.test(path));
	await wants(infohash, rest);
	user.press('files-want-like');
	user.type('subs/**');
	await screen.shows(filesPatternText.noMatch);
	user.press('files-pattern-delete-to-start');
	user.type('season 1/**/*1*');
	await screen.shows(/│ 2 files, 41\.0 KiB *(?:│|$)/m);
	user.press('files-pattern-confirm');
	await wants(infohash, [...rest, 'Season 1/ep 1.mkv', 'Season 1/subs/ep 1.srt']);
	user.press('files-unwant-like');
	user.type('*');
	await screen.shows(new RegExp(`│ ${escaped(filesPatternText.allDeselected)} *(?:│|$)`, 'm'));
	user.press('files-pattern-confirm');
	await screen.shows(fileRequestsText.lastFile);
});

test('a user filters files by typing, sees them with their folders, and escape clears the filter', async () => {
	const infohash = await addHoliday();
	const { user, screen, list } = await openCockpit();
	await list.shows('旅行', 'SEEDING');
	user.press('tab-files', 'details-full');
	await screen.shows('8 of 8 files selected');
	user.press('files-filter');
	user.type('EP srt');
	await screen.shows(/filter: EP srt 2 files$/m);
	await screen.shows(/^[ ▌]?\[x\] {7}ep 2\.srt /m);
	expect(screen.text()).not.toContain('mkv');
	user.press('files-filter-undo');
	await screen.shows(/ 1 of 5 ─[─╯]$/m);
	// A folder is selected without its filtered-out files.
	user.press('files-filter');
	user.type('mkv');
	user.press('files-filter-keep');
	await screen.shows(/filter: mkv 2 files$/m);
	// The way back is shown at 80 columns too.
	await screen.offers('files-clear-filter');
	user.press('first', 'files-choose');
	await wants(
		infohash,
		Object.keys(holiday).filter((path) => !path.endsWith('.mkv')),
	);
	user.press('files-filter', 'files-filter-delete-to-start');
	user.type('数据');
	user.press('files-filter-keep');
	await screen.shows(/^[ ▌]?\[x\] ▸ 数据备份\/ /m);
	await screen.hides('Season 1');
	user.press('files-clear-filter');
	await screen.shows('Season 1');
});

test('a user sees the progress of each file and folder, updated while it downloads', async () => {
	// Two pieces each.
	const files = { 'a/one.bin': 32_768, 'a/two.bin': 32_768 };
	const torrent = await makeTorrent(service.downloadFolder, 'halves', files);
	await rm(join(service.downloadFolder, 'halves/a/two.bin'));
	const client = service.client();
	await client.addDownload({ body: { uri: torrent.path } });
	const { user, screen, list } = await openCockpit({ columns: 110 });
	await list.shows('halves', 'DOWNLOADING');
	user.press('tab-files', 'details-full');
	await screen.shows('2 of 2 files selected');
	user.press('files-expand-all');
	await screen.shows(/^[ ▌]?\[x\] ▾ a\/ .* 50\.0% selected/m);
	await screen.shows(/^[ ▌]?\[x\] {5}one\.bin .* 100% done/m);
	await screen.shows(/^[ ▌]?\[x\] {5}two\.bin .* 0\.0% selected/m);
	await makeTorrent(service.downloadFolder, 'halves', files);
	await client.changeDownload({ params: { infohash: torrent.infohash }, body: { state: 'recheck' } });
	await screen.shows(/^[ ▌]?\[x\] {5}two\.bin .* 100% done/m);
	await screen.shows(/^[ ▌]?\[x\] ▾ a\/ .* 100% done/m);
});

test('a user sees that another client selects files', async () => {
	const infohash = await addHoliday();
	const { user, screen, list } = await openCockpit();
	await list.shows('旅行', 'SEEDING');
	user.press('tab-files', 'details-full');
	await screen.shows('8 of 8 files selected');
	user.press('files-expand-all');
	await screen.shows(/^[ ▌]?\[x\] {7}ep 2\.srt /m);
	await service.client().deselectFiles({ params: { infohash }, query: { path: 'Season 1/subs/ep 2.srt' } });
	await screen.shows(/^[ ▌]?\[ \] {7}ep 2\.srt /m);
	await screen.shows('7 of 8 files selected');
});

test('a user opens the files of a magnet link without peers, and reads why there are none', async () => {
	const uri = 'magnet:?xt=urn:btih:cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd&dn=silent';
	await service.client().addDownload({ body: { uri } });
	const { user, screen, list } = await openCockpit();
	await list.shows('silent', 'METADATA');
	user.press('tab-files');
	await screen.shows(...unknownFiles);
	user.press('files-choose');
	await screen.shows(new RegExp(`^• ${escaped(filesCommandsText.unknown)}$`, 'm'));
});

test('a user clicks a file, and double-clicks a folder to expand it', async () => {
	await addHoliday();
	const { user, screen, list } = await openCockpit();
	await list.shows('旅行', 'SEEDING');
	user.press('tab-files', 'details-full');
	await screen.shows('8 of 8 files selected');
	await user.click('readme.txt');
	await screen.shows(/ 5 of 5 ─[─╯]$/m);
	await user.click('Season 1', 2);
	await screen.shows('ep 1.mkv');
	await screen.shows(/ 1 of 8 ─[─╯]$/m);
});

testSelectionByList(['8.4']);

test('a user selects files, the service refuses, and the real selection is shown', async () => {
	const { user, screen, server } = await openForeign('8.1');
	user.press('tab-files', 'details-full');
	await screen.shows('5 of 5 files selected');
	const error = { handled: true, message: 'the disk says no' };
	server.world.scripted.set(`PATCH /downloads/${nested.infohash}`, {
		status: 500,
		json: { error },
	});
	user.press('files-choose');
	await screen.shows(/^✗ Deselecting a: the disk says no\./m);
	await screen.shows(/^[ ▌]?\[x\] ▸ a\/ .* 2\/2$/m);
	await screen.shows('5 of 5 files selected');
});
