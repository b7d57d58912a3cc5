import { beforeAll, expect, test } from 'vitest';
import { absenceText } from '../../source/tui/panes/debug/absence.ts';
import { engineText } from '../../source/tui/panes/debug/sections/engine/section.ts';
import { atEnd } from '../fixtures/cleanup.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { addComplete, runService, type TestService } from '../fixtures/service.ts';
import { startSeeder, startTracker } from '../programs/seeder.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { openOn, testEngine, testEventStream, testProcesses } from './debug-cases.ts';

let service: TestService;

beforeAll(async () => {
	service = await runService({ flags: ['--peer-host', '127.0.0.1'] });
	await addComplete(service, 'kept');
});

testProcesses(['7.14']);

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

testEngine([['7.11', /^▌?slots +slot 1 +random 3, competing 7/m]]);

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

testEventStream(['8.1']);

test('a user looks at load, threads and sockets of seedtop while it downloads', async () => {
	const tracker = await startTracker();
	atEnd(() => tracker.close());
	const data = await makeFolder();
	const torrent = await makeTorrent(data, 'moved', { 'a.bin': 4_000_000 }, { trackers: [tracker.url] });
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
