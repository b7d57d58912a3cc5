import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { downloadsPaneText } from '../../source/tui/panes/downloads/pane.tsx';
import { eventsText } from '../../source/tui/panes/events/commands.ts';
import { atEnd } from '../fixtures/cleanup.ts';
import { type Cockpit, type CockpitOptions, openCockpit, type Where } from '../fixtures/cockpit.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { runService, type TestService } from '../fixtures/service.ts';
import { type ListService, serveList } from '../programs/list-service.ts';
import { startSeeder, startTracker } from '../programs/seeder.ts';
import { type MadeTorrent, makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

let service: TestService;
let gifts: readonly MadeTorrent[];

/** A service, and a peer with the data for its download. */
beforeAll(async () => {
	const tracker = await startTracker();
	atEnd(() => tracker.close());
	service = await runService({ flags: ['--no-pex'] });
	const source = await makeFolder();
	gifts = await Promise.all(
		['gift-one', 'gift-two', 'gift-three'].map((name) =>
			makeTorrent(source, name, { 'a.bin': 60_000 }, { trackers: [tracker.url] }),
		),
	);
	const seeder = await startSeeder(
		gifts.map(({ infohash, bytes }) => ({ infohash, bytes, folder: source })),
		0,
	);
	atEnd(() => seeder.close());
});

/** Opens the cockpit outside of terminal multiplexers. */
const open = (where: Where, { env, ...options }: CockpitOptions = {}) =>
	openCockpit(where, { env: { TMUX: '', STY: '', ...env }, ...options });

const add = (uri: string) => service.client().addDownload({ body: { uri } });
const remove = (infohash: string) =>
	service.client().removeDownload({ params: { infohash }, body: { remove_data: false } });
const times = (session: Cockpit['session'], text: string) => session.bytes.split(text).length - 1;
/** OSC 9 and OSC 777, with any wrapping. */
const notifications = (session: Cockpit['session']) =>
	session.bytes.match(/\x1b\](9|777);[^\x07]*\x07/g) ?? [];
const gift = (index: number): MadeTorrent => {
	const torrent = gifts[index];
	if (!torrent) throw new Error(`there is no gift ${index}`);
	return torrent;
};

test('a download finishes: the terminal is notified, a notice appears, and the event leads to the download', async () => {
	const { user, screen, list, session } = await open(service, { flags: '--notify osc9' });
	await screen.shows(downloadsPaneText.none);
	await add(gift(0).path);
	await screen.shows(/^✓ Finished: gift-one/m);
	await until(() => notifications(session).length > 0);
	expect(notifications(session)).toEqual(['\x1b]9;seedtop: Finished: gift-one\x07']);
	user.press('pane-events');
	await screen.shows(/\d\d:\d\d:\d\d success +Finished: gift-one/);
	user.press('events-filter');
	user.type('finished');
	user.press('events-filter-keep');
	await screen.shows('/finished  1 of ');
	user.press('event-download');
	await list.shows('gift-one', 'SEEDING');
	await list.chooses('gift-one');
	await remove(gift(0).infohash);
	await screen.shows(downloadsPaneText.none);
});

test('a download fails: the bell rings, and the user reads the whole reason', async () => {
	await mkdir(join(service.downloadFolder, 'gift-two', 'a.bin', 'in-the-way'), { recursive: true });
	const { user, screen, session, list } = await open(service, { flags: '--notify bell' });
	await screen.shows(downloadsPaneText.none);
	expect(times(session, '\x07')).toBe(0);
	await add(gift(1).path);
	await screen.shows(/^✗ gift-two: /m);
	await until(() => times(session, '\x07') === 1);
	user.press('pane-events');
	await screen.shows(/\d\d:\d\d:\d\d error +gift-two: /);
	user.press('event-read');
	await screen.shows(/╭─ \d{4}-\d\d-\d\d \d\d:\d\d:\d\d error ─/);
	await until(() =>
		screen
			.text()
			.replace(/[│\s]+/g, '')
			.includes('downloads/gift-two/a.bin'),
	);
	user.press('entry-download');
	await list.shows('gift-two', 'STOPPED_ON_ERROR');
	await remove(gift(1).infohash);
});

test('a user starts the cockpit after downloads finished and failed, and gets no notification of them', async () => {
	const listed = await serveList({
		done: { size: 100, status: 'SEEDING' },
		broken: { size: 100, status: 'STOPPED_ON_ERROR', error: 'disk full', progress: 0.5 },
		later: { size: 100, status: 'DOWNLOADING', progress: 0.5 },
	});
	const { screen, session } = await open(listed, { flags: '--notify osc777' });
	await screen.listed(3);
	change(listed, 'later', { status: 'SEEDING', progress: 1 });
	await screen.shows(/^✓ Finished: later$/m);
	await until(() => notifications(session).length > 0);
	expect(notifications(session)).toEqual(['\x1b]777;notify;seedtop;Finished: later\x07']);
	const again = await open(listed, { flags: '--notify osc777' });
	await again.screen.listed(3);
	// The list may be shown before the event stream is open.
	await until(() => listed.streams === 2);
	listed.sendEvent('torrent_error', { infohash: listed.downloads[0]?.infohash, error: 'gone' });
	await until(() => notifications(again.session).length > 0);
	expect(notifications(again.session)).toEqual(['\x1b]777;notify;seedtop;done: gone\x07']);
});

test('thirty downloads finish at once: one notice, one notification, and an event each', async () => {
	const names = Array.from({ length: 30 }, (_, index) => `part-${index}`);
	const fields = { size: 100, status: 'DOWNLOADING', progress: 0.5 };
	const listed = await serveList(Object.fromEntries(names.map((name) => [name, fields])));
	const config = await makeFolder();
	await mkdir(join(config, 'seedtop'));
	await writeFile(join(config, 'seedtop', 'cockpit.json'), '{"notify": "osc9"}');
	const env = { XDG_CONFIG_HOME: config, TMUX: '/tmp/tmux-0/default,1,0' };
	const { user, screen, session } = await open(listed, { env });
	await screen.listed(30);
	for (const name of names) change(listed, name, { status: 'SEEDING', progress: 1 });
	await screen.shows(/^✓ 30 downloads have finished, the last: part-29$/m);
	await until(() => session.bytes.includes('\x1bPtmux;'));
	// Wrapped, so that tmux passes it on.
	expect(session.bytes).toContain('\x1bPtmux;\x1b\x1b]9;seedtop: 30 downloads: 30 finished\x07\x1b\\');
	expect(times(session, '\x1bPtmux;')).toBe(1);
	user.press('pane-events', 'events-filter');
	user.type('part-7');
	user.press('events-filter-keep');
	await screen.shows(/success +Finished: part-7/);
	await screen.shows('/part-7  1 of 30 ');
});

test('a user follows an event to its download, although a filter excludes it', async () => {
	const listed = await serveList({ 'debian.iso': 100, 'ubuntu.iso': 100, 'fedora.iso': 100 });
	const { user, screen, list } = await openCockpit(listed);
	await screen.listed(3);
	user.press('down', 'stop');
	await list.shows('ubuntu.iso', 'STOPPED');
	user.filter('debian');
	await screen.shows('1 of 3 ');
	user.press('pane-events');
	await screen.shows(/info +Stopped: ubuntu\.iso/);
	await user.click('Stopped: ubuntu.iso', 2);
	await list.chooses('ubuntu.iso');
	await screen.shows('fedora.iso');
});

test('a user searches events by typing, steps through the errors, and returns to the newest', async () => {
	const listed = await serveList({ 'debian.iso': 100, 'ubuntu.iso': 100 });
	const { user, screen, list } = await openCockpit(listed);
	await screen.listed(2);
	const chooses = (event: string) => until(() => list.chosen()?.includes(event), { awaited: event });
	const [debian, ubuntu] = listed.downloads;
	await until(() => listed.streams === 1);
	listed.sendEvent('torrent_error', { infohash: debian?.infohash, error: 'disk full' });
	listed.sendEvent('torrent_finished', { infohash: ubuntu?.infohash, name: 'ubuntu.iso' });
	listed.sendEvent('watch_folder_corrupt_torrent', { name: 'odd.torrent' });
	user.press('pane-events');
	await screen.listed(3);
	await chooses('odd.torrent');
	user.press('event-error-before');
	await chooses('debian.iso: disk full');
	user.press('event-error-after');
	await chooses('odd.torrent');
	// A key without effect is no event: the cursor stays on its row.
	user.press('event-error-after');
	await screen.shows(eventsText.noneSevere('after'));
	await chooses('odd.torrent');
	user.press('events-filter');
	user.type('FULL deb');
	await screen.shows('/FULL deb  1 of 3 ');
	await chooses('debian.iso: disk full');
	user.press('events-filter-undo');
	await screen.hides('/FULL deb');
	await chooses('odd.torrent');
	// At the newest event, the cursor follows new ones.
	listed.sendEvent('torrent_error', { infohash: ubuntu?.infohash, error: 'gone' });
	await chooses('ubuntu.iso: gone');
});

function change(listed: ListService, name: string, fields: object): void {
	const download = listed.downloads.find((each) => each.name === name);
	if (download) Object.assign(download, fields);
}
