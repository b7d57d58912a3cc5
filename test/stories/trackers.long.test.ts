import { expect, test } from 'vitest';
import { trackerFormText } from '../../source/tui/dialogs/form/forms/tracker.ts';
import { trackerRemoveText } from '../../source/tui/dialogs/questions/tracker-remove.ts';
import { announceCommandText } from '../../source/tui/panes/downloads/announce-command.ts';
import { atEnd } from '../fixtures/cleanup.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { allSeed, runServiceProcess } from '../fixtures/service.ts';
import { startTracker, type Tracker } from '../programs/seeder.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { trackersOf } from './trackers-scene.ts';

/** An announce interval that does not pass within a test. */
const HOUR_MS = 3_600_000;

async function tracker(): Promise<Tracker> {
	const started = await startTracker(HOUR_MS);
	atEnd(() => started.close());
	return started;
}

const eventsOf = ({ announces }: Tracker) => announces.map(({ event }) => event);

test('a user announces a download, replaces its tracker, and a kill of the service loses nothing', async () => {
	const service = await runServiceProcess({ flags: ['--no-pex'] });
	const [first, second] = [await tracker(), await tracker()];
	const { path } = await makeTorrent(
		service.downloadFolder,
		'film',
		{ 'a.bin': 20_000 },
		{ trackers: [first.url] },
	);
	await service.client().addDownload({ body: { uri: path } });
	await allSeed(service);
	const { user, screen } = await openCockpit(service, { names: ['film'] });
	await screen.counts(1, 'SEEDING');
	await until(() => eventsOf(first).includes('start'));
	// The tracker is contacted at most once in some seconds.
	await until(() => {
		user.press('announce');
		return eventsOf(first).includes('update');
	});
	await screen.shows(announceCommandText.done('film'));

	user.press('tab-trackers');
	await screen.shows(first.url);
	user.press('tracker-add');
	await screen.shows(trackerFormText.note);
	user.type(second.url);
	user.press('form-send');
	await screen.shows(trackerFormText.added('film'));
	await until(() => eventsOf(second).includes('start'));
	user.press('tracker-remove');
	await user.answer(trackerRemoveText.question(first.url, 'film').slice(0, 30), 'tracker-remove-do');
	await screen.shows(trackerRemoveText.done('film'));
	await until(() => eventsOf(first).includes('stop'));

	const before = { first: first.announces.length, second: second.announces.length };
	await service.end('SIGKILL');
	await service.restart();
	await until(() => second.announces.length > before.second);
	await until(async () => (await trackersOf(service)).join() === second.url);
	expect(first.announces).toHaveLength(before.first);
	// The torrent names the removed tracker, and its addition does not bring that back.
	await service.client().addDownload({ body: { uri: path } });
	expect(await trackersOf(service)).toEqual([second.url]);
}, 90_000);
