import { beforeAll, expect, test } from 'vitest';
import { absenceText } from '../../source/tui/panes/debug/absence.ts';
import { engineText } from '../../source/tui/panes/debug/sections/engine/section.ts';
import { streamStatusText } from '../../source/tui/panes/debug/sections/requests/facts.ts';
import { threadsText } from '../../source/tui/panes/debug/sections/threads/section.ts';
import { atEnd } from '../fixtures/cleanup.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import { addComplete, runService, type TestService } from '../fixtures/service.ts';
import { startSeeder, startTracker } from '../programs/seeder.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

let service: TestService;

beforeAll(async () => {
	service = await runService({ flags: ['--peer-host', '127.0.0.1'] });
	await addComplete(service, 'kept');
});

async function openOn(name: string) {
	const { dialect, url } = await runForeign(name);
	const flags = dialect.key === undefined ? '' : `--api-key ${dialect.key}`;
	const cockpit = await openCockpit({ url }, { flags });
	await cockpit.screen.shows(/● 127/);
	return cockpit;
}

test.each(['7.11', '7.14'])(
	'a user looks at load, threads, sockets and files of a service of %s',
	async (name) => {
		const { user, screen, list } = await openOn(name);
		user.press('pane-debug');
		await screen.shows('[Load]', 'CPU  now 2.0 %', 'Memory  now 75.6 MiB', 'of 10m');
		user.press('load-zoom-in');
		await screen.shows('of 5m');
		user.press('debug-next-section');
		await screen.shows('[Threads]', /^▌?MainThread +\d+ \(module\) \(core\.py:1\)/m);
		user.press('threads-expand');
		await screen.shows('1. (module) (core.py:1)');
		// The line below the list has the frame in full.
		await screen.shows(/^\(module\) \(core\.py:1\)$/m);
		user.press('threads-pause');
		await screen.shows(threadsText.paused);
		await user.click('Sockets');
		await screen.shows('[Sockets]', 'By status: 1× LISTEN, 1× without');
		await screen.shows(/^▌?tcp +127\.0\.0\.1:20107 +– +LISTEN/m, /^▌?udp +127\.0\.0\.1:7759 +– +–/m);
		user.press('debug-sockets-filter');
		user.type('udp');
		await screen.hides('20107 ');
		user.press('list-filter-undo');
		await screen.shows('20107 ');
		user.press('section-debug-files');
		await screen.shows('[Files]', /^▌? +3 \/srv\/core\.log/m);
		await list.chooses('  3 /srv/core.log');
		user.press('pane-downloads');
		await screen.hides('[Files]');
		user.press('pane-debug');
		await screen.shows('[Files]');
	},
);

test('a service of 8.1 without debug endpoints is described once, in place', async () => {
	const { user, screen } = await openOn('8.1');
	user.press('pane-debug');
	for (const section of ['load', 'threads', 'sockets', 'files', 'log']) {
		user.press(`section-debug-${section}`);
		await screen.shows(`[${section[0]?.toUpperCase()}${section.slice(1)}]`, ...Object.values(absenceText));
	}
	user.press('section-debug-engine');
	await screen.shows(`Circuit slots  ${engineText.absent}`, /^▌?settings +enable_dht +yes/m);
	user.press('section-debug-requests');
	await screen.shows(/GET \/debug\/threads +404/, /GET \/downloads +200/, 'Event stream  open for');
	user.press('section-debug-cockpit');
	await screen.shows('[Cockpit]', /^CPU {2}now [\d.]+ %/m, 'Written  now');
	expect(screen.text()).toContain('● 127');
	user.press('pane-events');
	await screen.hides('[Cockpit]');
	expect(screen.text()).not.toMatch(/debug\/|does not offer/);
});

test.each([
	['7.11', /^▌?slots +slot 1 +random 3, competing 7/m],
	['7.14', /^▌?slots +slot 2 +random 5/m],
])('a user looks at the engine of a service of %s', async (name, slots) => {
	const { user, screen } = await openOn(name);
	user.press('pane-debug', 'section-debug-engine');
	await screen.shows(
		'[Engine]',
		slots,
		/^▌?session +net\.sent_bytes +8\.0 PiB/m,
		/^▌?settings +enable_dht +yes/m,
	);
	user.press('debug-engine-filter');
	user.type('agent');
	await screen.hides('net.sent_bytes');
	await screen.shows(/^▌?settings +user_agent +Foreign/m);
	user.press('list-filter-undo');
	await screen.shows('net.sent_bytes');
	user.press('engine-more-hops');
	await screen.shows(`Session with 1 hop  ${engineText.noSession}`, slots);
	user.press('engine-fewer-hops');
	await screen.shows('net.sent_bytes');
});

test('a user looks at the engine of seedtop, at requests, and at the cost of the cockpit', async () => {
	const { user, screen, session } = await openCockpit(service, { columns: 200, rows: 50 });
	await screen.counts(1, 'SEEDING');
	user.press('pane-debug', 'section-debug-engine');
	await screen.shows(
		`Circuit slots  ${engineText.noSlot}`,
		/^▌?session +ses\.num_torrents +1\b/m,
		/^▌?session +process\.resident_bytes +[\d.]+ [MG]iB/m,
		/^▌?session +process\.uptime_s +\d+s +\+\ds/m,
	);
	user.press('section-debug-requests');
	await screen.shows(
		'[Requests]',
		'Event stream  open for',
		/GET \/libtorrent\/session\?hop=0 +200 +[\d.]+ m?s/,
	);
	user.press('debug-requests-sort');
	await screen.shows('↓TIME');
	session.resize(80, 24);
	user.press('section-debug-cockpit');
	await screen.shows('[Cockpit]', /^Frames {2}now [\d.]+\/s/m, 'of 1m');
	user.press('section-debug-load');
	await screen.shows('[Load]', /^CPU {2}now [\d.]+ %/m);
});

test.each(['7.14', '8.1'])(
	'a user sees the event stream of a service of %s close and open again',
	async (name) => {
		const { dialect, server, url } = await runForeign(name);
		const flags = dialect.key === undefined ? '' : `--api-key ${dialect.key}`;
		const { user, screen } = await openCockpit({ url }, { flags, columns: 160 });
		await screen.shows(/● 127/);
		user.press('pane-debug', 'section-debug-requests');
		await screen.shows('Event stream  open for', /^Events .*, 0 reconnects, no gaps$/m);
		const unavailable = { status: 503, json: { error: 'The stream is closed.' } };
		server.world.scripted.set('GET /events', unavailable);
		server.world.events.end();
		const closed = new RegExp(`^Event stream {2}${streamStatusText.closed} .*, next attempt in `, 'm');
		await screen.shows(closed, /, 0 reconnects, 1 gap \(/);
		server.world.scripted.clear();
		await screen.shows('Event stream  open for', /, 1 reconnect, 1 gap \([\d.]+ m?s, last [\d.]+ m?s\)/);
		server.world.events.end();
		await screen.shows('Event stream  open for', /, 2 reconnects, 2 gaps \(/);
	},
);

test('a user looks at load, threads and sockets of seedtop while it downloads', async () => {
	const tracker = await startTracker();
	atEnd(() => tracker.close());
	const data = await makeFolder();
	const torrent = await makeTorrent(data, 'moved', { 'a.bin': 16_000_000 }, { trackers: [tracker.url] });
	const seeder = await startSeeder([{ ...torrent, folder: data }], 200_000);
	atEnd(() => seeder.close());
	await service.client().addDownload({ body: { uri: torrent.path } });
	const { user, screen } = await openCockpit(service, { columns: 160, rows: 50 });
	await screen.counts(1, 'DOWNLOADING');
	const peer = await until(async () => {
		const query = { get_peers: true };
		const { downloads } = await service.client().listDownloads({ query });
		return downloads.find(({ infohash }) => infohash === torrent.infohash)?.peers?.[0];
	});
	user.press('pane-debug');
	await screen.shows('[Load]', /^CPU {2}now [\d.]+ %/m, /^Memory {2}now [\d.]+ [MG]iB/m);
	user.press('section-debug-threads');
	await screen.shows(
		'[Threads]',
		/^▌?engine: main +engine /m,
		/^▌?engine: disk +engine /m,
		/^▌?service: main /m,
	);
	user.press('section-debug-sockets');
	await screen.shows('[Sockets]', 'By status: ');
	// The list may be longer than the screen.
	user.press('debug-sockets-filter');
	user.type(`${peer.ip}:${peer.port}`);
	const address = `${peer.ip}:${peer.port}`.replaceAll('.', '\\.');
	await screen.shows(new RegExp(`^▌?tcp +engine +127\\.0\\.0\\.1:\\d+ +${address} +ESTABLISHED`, 'm'));
});
