import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { prioritizeText } from '../../source/commands/downloads/prioritize-files.ts';
import { orderCommandText } from '../../source/tui/panes/downloads/property-commands.ts';
import { filePrioritiesText } from '../../source/tui/panes/downloads/tabs/files/priority-commands.ts';
import { filesUndoText } from '../../source/tui/panes/downloads/tabs/files/undo-commands.ts';
import { runHere } from '../commands/run-here.ts';
import { sources } from '../contract/foreign/world/torrents.ts';
import { atEnd } from '../fixtures/cleanup.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import { downloadsOf, runService, type TestService } from '../fixtures/service.ts';
import { startSeeder, startTracker } from '../programs/seeder.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

const files = {
	'season/1.mkv': 4_000_000,
	'season/2.mkv': 4_000_000,
	'season/3.mkv': 400_000,
	'readme.txt': 1000,
};

let service: TestService;
/** A download that arrives slowly from a peer during the tests. */
let infohash: string;

beforeAll(async () => {
	const data = await makeFolder();
	const tracker = await startTracker();
	atEnd(() => tracker.close());
	const torrent = await makeTorrent(data, 'series', files, { trackers: [tracker.url] });
	const seeder = await startSeeder([{ ...torrent, folder: data }], 150_000);
	atEnd(() => seeder.close());
	service = await runService({ flags: ['--no-pex'] });
	infohash = torrent.infohash;
	await service.client().addDownload({ body: { uri: torrent.path } });
});

/** Returns 'path priority' of each file. */
async function priorities(): Promise<string> {
	const { files: listed } = await service.client().listFiles({ params: { infohash } });
	return listed
		.map(({ name, priority }) => `${name} ${priority}`)
		.sort()
		.join(', ');
}

test('a user raises the priority of an episode, undoes and redoes that, and it is complete first', async () => {
	const become = (...levels: string[]) => {
		const names = ['readme.txt', 'season/1.mkv', 'season/2.mkv', 'season/3.mkv'];
		const expected = names.map((name, index) => `${name} ${levels[index] ?? 'normal'}`).join(', ');
		return until(async () => (await priorities()) === expected, { awaited: expected });
	};
	const { user, screen, list } = await openCockpit(service, { names: ['series'] });
	await list.shows('series', 'DOWNLOADING');
	user.press('tab-files', 'details-full');
	await screen.shows(/^[ ▌]?\[x\] ▸ season\//m);
	user.press('files-lower');
	await screen.shows(/^[ ▌]?\[x\]↓▸ season\//m);
	await become('normal', 'low', 'low', 'low');
	user.press('files-lower');
	await screen.shows(filePrioritiesText.lower);
	user.press('files-expand-all', 'down', 'down', 'down', 'files-raise');
	await become('normal', 'low', 'low', 'normal');
	user.press('files-raise');
	await screen.shows(/^[ ▌]?\[x\]↕▾ season\//m);
	await screen.shows(/^[ ▌]?\[x\]↓ {4}2\.mkv/m);
	await screen.shows(/^[ ▌]?\[x\]↑ {4}3\.mkv/m);
	await become('normal', 'low', 'low', 'high');
	user.press('files-undo');
	await become('normal', 'low', 'low', 'normal');
	user.press('files-undo');
	await become('normal', 'low', 'low', 'low');
	user.press('files-redo');
	await become('normal', 'low', 'low', 'normal');
	user.press('files-redo');
	await become('normal', 'low', 'low', 'high');
	user.press('files-redo');
	await screen.shows(filesUndoText.redo);

	const done = async (path: string) => {
		const { files: listed } = await service.client().listFiles({ params: { infohash } });
		return listed.find(({ name }) => name === path)?.progress ?? 0;
	};
	await until(async () => (await done('season/3.mkv')) === 1);
	// In any other order, the last piece of a small file arrives with the last ones of the large files.
	expect(await done('season/1.mkv')).toBeLessThan(0.6);
	expect(await done('season/2.mkv')).toBeLessThan(0.6);

	// A command changes a folder, and the cockpit shows it.
	const command = (...words: string[]) => runHere([...words, '--state-dir', service.stateFolder]);
	const ended = await command('prioritize', 'normal', 'series', 'season', 'readme.txt');
	expect(ended).toMatchObject({
		code: 0,
		out: `${infohash}\tseries\t${prioritizeText.result(4, 'normal')}\n`,
	});
	await screen.shows(/^[ ▌]?\[x\] ▾ season\//m);
	expect((await command('files', 'series')).out).toMatch(/\tseason\/3\.mkv\t.*\tyes\tnormal$/m);
	const json = await command('prioritize', 'low', 'series', '0-1', '--json');
	expect(JSON.parse(json.out)).toMatchObject({
		infohash,
		files: [{ priority: 'low' }, { priority: 'low' }, {}, {}],
	});
});

test('a user makes a download sequential, undoes that, finds it by a filter, and it survives a restart', async () => {
	const becomes = (sequential: boolean) =>
		until(async () => (await downloadsOf(service))[0]?.sequential === sequential);
	const { user, screen, list } = await openCockpit(service, { names: ['series'], columns: 110, rows: 40 });
	await list.shows('series', 'DOWNLOADING');
	user.press('details-beside', 'sequential');
	await becomes(true);
	await screen.shows(/order +sequential/);
	user.press('undo');
	await becomes(false);
	await screen.hides(/order +sequential/);
	user.press('redo');
	await becomes(true);
	await service.end();
	await service.restart();
	await becomes(true);
	await screen.shows(`● ${new URL(service.url).host}`);
	user.filter('is:sequential');
	await list.lists(['series']);
	const command = (...words: string[]) => runHere([...words, '--state-dir', service.stateFolder]);
	expect((await command('sequential', 'off', '--filter', 'is:sequential')).code).toBe(0);
	await becomes(false);
	await list.lists([]);
	expect((await command('ls', 'is:sequential')).code).toBe(5);

	const other = join(await makeFolder(), 'other');
	const { path } = await makeTorrent(other, 'added', { 'a.bin': 20_000 });
	expect((await command('add', path, '--sequential')).code).toBe(0);
	const added = (await downloadsOf(service)).find((each) => each.infohash !== infohash);
	expect(added).toMatchObject({ name: 'added', sequential: true });
});

test('a user of a service without priorities and order learns that, and it receives no request', async () => {
	const foreign = await runForeign('8.4');
	const body = { uri: sources.nested, destination: '/srv/empty', anon_hops: 0, safe_seeding: false };
	await foreign.client.addDownload({ body });
	const flags = `--api-key ${foreign.dialect.key}`;
	const { user, screen, list } = await openCockpit(foreign, { columns: 110, flags });
	await list.shows('nested', 'DOWNLOADING');
	user.press('sequential');
	await screen.shows(orderCommandText.foreign);
	user.press('tab-files', 'details-full');
	await screen.shows(/\d of \d files selected/);
	user.press('files-raise');
	await screen.shows(filePrioritiesText.foreign);
	expect(foreign.server.requests.filter((request) => request.startsWith('PATCH'))).toEqual([]);
});
