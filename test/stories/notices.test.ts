import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { EngineProcess } from '../../source/service/engine/process.ts';
import { type ListService, serveList } from '../programs/list-service.ts';
import { startSeeder, startTracker, type Tracker } from '../programs/seeder.ts';
import {
	cli,
	type RunningService,
	startService,
	type TemporaryFolder,
	temporaryFolder,
} from '../programs/service-process.ts';
import { type MadeTorrent, makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { Session } from '../terminal/pty.ts';
import { openCockpitOn } from './open-cockpit.ts';
import { choosesRow, click } from './pointing.ts';

let folder: TemporaryFolder;
let service: RunningService;
let tracker: Tracker;
let seeder: EngineProcess;
let gifts: readonly MadeTorrent[];

/** A service, and a peer with the data for its download. */
beforeAll(async () => {
	folder = await temporaryFolder();
	[tracker, service] = await Promise.all([startTracker(), startService(folder.path, ['--no-pex'])]);
	const source = join(folder.path, 'source');
	await mkdir(source);
	gifts = await Promise.all(
		['gift-one', 'gift-two', 'gift-three'].map((name) =>
			makeTorrent(source, name, { 'a.bin': 60_000 }, { trackers: [tracker.url] }),
		),
	);
	seeder = await startSeeder(
		gifts.map(({ infohash, bytes }) => ({ infohash, bytes, folder: source })),
		0,
	);
});

afterAll(async () => {
	await seeder?.close();
	await service?.end();
	await tracker?.close();
	await folder?.remove();
});

/** Opens the cockpit with these flags and variables. */
async function open(where: string, flags = '', env: Readonly<Record<string, string>> = {}): Promise<Session> {
	const home = await temporaryFolder();
	const session = new Session(`'${process.execPath}' '${cli}' ${where} ${flags}`, {
		columns: 80,
		rows: 24,
		env: { HOME: home.path, XDG_CONFIG_HOME: '', CORE_API_PORT: '', TMUX: '', STY: '', ...env },
	});
	onTestFinished(async () => {
		session.kill();
		await home.remove();
	});
	return session;
}

const onService = () => `--state-dir '${service.stateFolder}'`;
const add = (uri: string) => service.client().addDownload({ body: { uri } });
const remove = (infohash: string) =>
	service.client().removeDownload({ params: { infohash }, body: { remove_data: false } });
const times = (session: Session, text: string) => session.bytes.split(text).length - 1;
/** OSC 9 and OSC 777, with any wrapping. */
const notifications = (session: Session) => session.bytes.match(/\x1b\](9|777);[^\x07]*\x07/g) ?? [];
const gift = (index: number): MadeTorrent => {
	const torrent = gifts[index];
	if (!torrent) throw new Error(`there is no gift ${index}`);
	return torrent;
};

test('a download finishes: the terminal is notified, a notice appears, and the event leads to the download', async () => {
	const session = await open(onService(), '--notify osc9');
	await session.shows('There are no downloads yet.');
	await add(gift(0).path);
	await session.shows(/^✓ Finished: gift-one/m);
	await until(() => notifications(session).length > 0);
	expect(notifications(session)).toEqual(['\x1b]9;seedtop: Finished: gift-one\x07']);
	session.type('2');
	await session.shows(/\d\d:\d\d:\d\d success +Finished: gift-one/);
	session.type('/finished\r');
	await session.shows('/finished  1 of ');
	session.type('\r');
	await session.shows(/gift-one +SEEDING/);
	await choosesRow(session, 'gift-one');
	await remove(gift(0).infohash);
	await session.shows('There are no downloads yet.');
});

test('a download fails: the bell rings, and the user reads the whole reason', async () => {
	await mkdir(join(service.downloadFolder, 'gift-two', 'a.bin', 'in-the-way'), { recursive: true });
	const session = await open(onService(), '--notify bell');
	await session.shows('There are no downloads yet.');
	expect(times(session, '\x07')).toBe(0);
	await add(gift(1).path);
	await session.shows(/^✗ gift-two: /m);
	await until(() => times(session, '\x07') === 1);
	session.type('2');
	await session.shows(/\d\d:\d\d:\d\d error +gift-two: /);
	session.type('v');
	await session.shows(/╭─ \d{4}-\d\d-\d\d \d\d:\d\d:\d\d error ─/);
	await until(() =>
		session.emulator
			.text()
			.replace(/[│\s]+/g, '')
			.includes('downloads/gift-two/a.bin'),
	);
	session.type('\r');
	await session.shows(/gift-two +STOPPED_ON/);
	await remove(gift(1).infohash);
});

test('a user starts the cockpit after downloads finished and failed, and gets no notification of them', async () => {
	const listed = await serveList({
		done: { size: 100, status: 'SEEDING' },
		broken: { size: 100, status: 'STOPPED_ON_ERROR', error: 'disk full', progress: 0.5 },
		later: { size: 100, status: 'DOWNLOADING', progress: 0.5 },
	});
	const session = await open(`--url ${listed.url}`, '--notify osc777');
	await session.shows('3 downloads');
	change(listed, 'later', { status: 'SEEDING', progress: 1 });
	await session.shows(/^✓ Finished: later$/m);
	await until(() => notifications(session).length > 0);
	expect(notifications(session)).toEqual(['\x1b]777;notify;seedtop;Finished: later\x07']);
	const again = await open(`--url ${listed.url}`, '--notify osc777');
	await again.shows('3 downloads');
	listed.tell('torrent_error', { infohash: listed.downloads[0]?.infohash, error: 'gone' });
	await until(() => notifications(again).length > 0);
	expect(notifications(again)).toEqual(['\x1b]777;notify;seedtop;done: gone\x07']);
});

test('thirty downloads finish at once: one notice, one notification, and an event each', async () => {
	const names = Array.from({ length: 30 }, (_, index) => `part-${index}`);
	const fields = { size: 100, status: 'DOWNLOADING', progress: 0.5 };
	const listed = await serveList(Object.fromEntries(names.map((name) => [name, fields])));
	const config = join(folder.path, 'config');
	await mkdir(join(config, 'seedtop'), { recursive: true });
	await writeFile(join(config, 'seedtop', 'cockpit.json'), '{"notify": "osc9"}');
	const env = { XDG_CONFIG_HOME: config, TMUX: '/tmp/tmux-0/default,1,0' };
	const session = await open(`--url ${listed.url}`, '', env);
	await session.shows('30 downloads');
	for (const name of names) change(listed, name, { status: 'SEEDING', progress: 1 });
	await session.shows(/^✓ 30 downloads have finished, the last: part-29$/m);
	await until(() => session.bytes.includes('\x1bPtmux;'));
	// Wrapped, so that tmux passes it on.
	expect(session.bytes).toContain('\x1bPtmux;\x1b\x1b]9;seedtop: 30 downloads: 30 finished\x07\x1b\\');
	expect(times(session, '\x1bPtmux;')).toBe(1);
	session.type('2/part-7\r');
	await session.shows(/success +Finished: part-7/);
	await session.shows('/part-7  1 of 30 events');
});

test('a user follows an event to its download, although a filter excludes it', async () => {
	const listed = await serveList({ 'debian.iso': 100, 'ubuntu.iso': 100, 'fedora.iso': 100 });
	const session = await openCockpitOn(listed);
	await session.shows('3 downloads');
	session.type('js');
	await session.shows(/ubuntu\.iso +STOPPED/);
	session.type('/debian\r');
	await session.shows('1 of 3 downloads');
	session.type('2');
	await session.shows(/info +Stopped: ubuntu\.iso/);
	await click(session, 'Stopped: ubuntu.iso', 2);
	await choosesRow(session, 'ubuntu.iso');
	await session.shows('fedora.iso');
});

test('a user searches events by typing, steps through the errors, and returns to the newest', async () => {
	const listed = await serveList({ 'debian.iso': 100, 'ubuntu.iso': 100 });
	const session = await openCockpitOn(listed);
	await session.shows('2 downloads');
	const [debian, ubuntu] = listed.downloads;
	listed.tell('torrent_error', { infohash: debian?.infohash, error: 'disk full' });
	listed.tell('torrent_finished', { infohash: ubuntu?.infohash, name: 'ubuntu.iso' });
	listed.tell('watch_folder_corrupt_torrent', { name: 'odd.torrent' });
	session.type('2');
	await session.shows('3 events');
	await choosesWhat(session, 'odd.torrent');
	session.type('e');
	await choosesWhat(session, 'debian.iso: disk full');
	session.type('E');
	await choosesWhat(session, 'odd.torrent');
	// A key without effect is no event: the cursor stays on its row.
	session.type('E');
	await session.shows('There is no warning or error after this.');
	await choosesWhat(session, 'odd.torrent');
	session.type('/FULL deb');
	await session.shows('/FULL deb  1 of 3 events');
	await choosesWhat(session, 'debian.iso: disk full');
	session.type('\x1b');
	await session.shows('  3 events');
	await choosesWhat(session, 'odd.torrent');
	// At the newest event, the cursor follows new ones.
	listed.tell('torrent_error', { infohash: ubuntu?.infohash, error: 'gone' });
	await choosesWhat(session, 'ubuntu.iso: gone');
});

function change(listed: ListService, name: string, fields: object): void {
	const download = listed.downloads.find((each) => each.name === name);
	if (download) Object.assign(download, fields);
}

/** Waits until the event under the cursor contains these words. */
async function choosesWhat(session: Session, words: string): Promise<void> {
	const { emulator } = session;
	await until(() => {
		const y = emulator
			.rows()
			.findIndex((_, row) => row > 2 && emulator.cell(0, row).style.includes('inverse'));
		return y >= 0 && new RegExp(words).test(emulator.rows()[y] ?? '');
	});
}
