import { join } from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { changeTrackersText } from '../../source/commands/downloads/change-trackers.ts';
import { trackerFormText } from '../../source/tui/dialogs/form/forms/tracker.ts';
import { announceCommandText } from '../../source/tui/panes/downloads/announce-command.ts';
import { trackerCommandsText } from '../../source/tui/panes/downloads/tabs/trackers/commands.ts';
import { runHere } from '../commands/run-here.ts';
import { sources } from '../contract/foreign/world/torrents.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import { addComplete, allSeed, removeAll, runService, type TestService } from '../fixtures/service.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { trackersOf } from './trackers-scene.ts';

let service: TestService;

beforeAll(async () => {
	service = await runService({ flags: ['--no-pex'] });
});

afterEach(() => removeAll(service));

test('a stopped download is not announced, and a private torrent warns about another tracker', async () => {
	const { path, infohash } = await makeTorrent(
		join(service.folder, 'elsewhere'),
		'private',
		{ 'a.bin': 20_000 },
		{ isPrivate: true, trackers: ['http://127.0.0.1:9/announce'] },
	);
	const client = service.client();
	await client.addDownload({ body: { uri: path } });
	await client.changeDownload({ params: { infohash }, body: { state: 'stop' } });
	const { user, screen } = await openCockpit(service, { names: ['private'] });
	await screen.counts(1, 'STOPPED');
	user.press('announce');
	await screen.shows(announceCommandText.stopped);
	user.press('tab-trackers', 'tracker-add');
	await screen.shows(trackerFormText.note);
	user.type('x');
	await screen.shows(trackerFormText.invalid.slice(0, 40));
	user.press('form-delete-to-start');
	user.type('udp://127.0.0.1:9/0123456789abcdef0123456789abcdef');
	user.press('form-send');
	await screen.shows(trackerFormText.addedToPrivate('private').slice(0, 50));
	await until(async () => (await trackersOf(service)).length === 2);
}, 60_000);

test('a user changes the tracker of a download of a service of 8.x', async () => {
	const new8 = await runForeign('8.4');
	await new8.client.addDownload({ body: { uri: sources.nested, destination: '/srv/complete' } });
	const { user, screen } = await openCockpit(new8, {
		names: ['nested'],
		env: { SEEDTOP_API_KEY: new8.dialect.key ?? '' },
	});
	await screen.shows('nested');
	user.press('tab-trackers');
	await screen.shows('127.0.0.1:6969');
	user.press('tracker-edit');
	await screen.shows(trackerFormText.note);
	user.type('2');
	user.press('form-send');
	await screen.shows(trackerFormText.changed('nested'));
	await screen.shows('/announce2');
}, 60_000);

test('the cockpit sends no changes of trackers to a service of 7.14', async () => {
	const old = await runForeign('7.14');
	await old.client.addDownload({ body: { uri: sources.nested, destination: '/srv/complete' } });
	const { user, screen } = await openCockpit(old, {
		names: ['nested'],
		env: { SEEDTOP_API_KEY: old.dialect.key ?? '' },
	});
	await screen.shows('nested');
	user.press('announce');
	await screen.shows(announceCommandText.absent.slice(0, 40));
	user.press('tab-trackers', 'tracker-add');
	await screen.shows(trackerCommandsText.absent.slice(0, 40));
}, 60_000);

test('a user adds and removes trackers by commands, which print the result and the changed list', async () => {
	const infohash = await addComplete(service, 'film');
	await allSeed(service);
	const added = 'http://127.0.0.1:9/announce';
	const command = (...words: string[]) =>
		runHere(['trackers', 'film', ...words, '--state-dir', service.stateFolder]);
	const urls = ({ out }: { readonly out: string }) =>
		JSON.parse(out).trackers.map(({ url }: { readonly url: string }) => url);
	expect(urls(await command('--add', added, '--json'))).toContain(added);
	expect(urls(await command('--remove', added, '--json'))).not.toContain(added);
	const { out } = await command('--add', added);
	expect(out).toBe(`${infohash}\tfilm\t${changeTrackersText.added(1)}\n`);
}, 60_000);
