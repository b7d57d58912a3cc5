import { test } from 'vitest';
import { atEnd } from '../fixtures/cleanup.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { startSeeder, startTracker } from '../programs/seeder.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { testEngine, testEventStream, testProcesses } from './debug-cases.ts';
import { prepareService, service } from './debug-scene.ts';

prepareService();

testProcesses(['7.11']);
testEngine([['7.14', /^▌?slots +slot 2 +random 5/m]]);
testEventStream(['7.14']);

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
