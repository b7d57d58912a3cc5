import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { refusalText } from '../../source/state/batch/change.ts';
import { addDialog } from '../../source/tui/dialogs/add/dialog.tsx';
import { changeCommandsText } from '../../source/tui/panes/downloads/change-commands.ts';
import { downloadsPaneText } from '../../source/tui/panes/downloads/pane.tsx';
import { commandText } from '../../source/tui/surfaces/command.ts';
import { commandCalled, openCockpit } from '../fixtures/cockpit.ts';
import { makeFolder } from '../fixtures/folder.ts';
import {
	addComplete,
	allSeed,
	downloadsOf,
	removeAll,
	runService,
	type TestService,
} from '../fixtures/service.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { count, expectPlainAndReleased, listen } from './linear-scene.ts';

let service: TestService;

beforeAll(async () => {
	service = await runService();
});

afterEach(() => removeAll(service));

test('a user of the screen reader hears downloads, stops one, looks up the keys, adds another and quits', async () => {
	for (const name of ['first', 'second']) await addComplete(service, name);
	await allSeed(service);
	const { user, screen, session } = await listen(service);
	await screen.shows(
		'seedtop: question mark lists the keys, ctrl-l announces the current position, q quits.',
	);
	await screen.shows('2 downloads: 2 seeding.');
	await screen.shows('first, seeding, 100%; 1 of 2.');
	user.press('down');
	await screen.shows('second, seeding, 100%; 2 of 2.');
	user.press('stop');
	await screen.shows('Stopped: second');
	await screen.shows('second, stopped.');
	user.press('help');
	await screen.shows(`s: ${commandCalled('stop').title} (${changeCommandsText.one(refusalText.stopped)})`);
	await screen.shows('escape: close');
	user.press('help-close');
	await screen.shows('Back in downloads.');

	const third = await makeTorrent(service.downloadFolder, 'third', { 'a.bin': 20_000 });
	user.press('add');
	await screen.shows(`${addDialog.title}.`);
	user.type(third.path.slice(0, -4));
	await screen.shows(third.path.slice(0, -4));
	user.type('x');
	user.press('add-backspace');
	user.type(third.path.slice(-4));
	await until(() => count(session, third.path) === 1);
	user.press('add-confirm');
	await screen.shows(/^Added: .*third/m);
	// The position is announced on request, until the list has arrived.
	await until(() => {
		user.press('redraw');
		return screen.text().includes('3 downloads: 2 seeding, 1 stopped.');
	});
	user.press('last');
	// Right after its check the progress is unknown.
	await screen.shows(/^third, seeding\b.*; 3 of 3\.$/m);
	await user.quit();
	await expectPlainAndReleased(session);
});

test('a user of the screen reader types d, D and y at once, and nothing is removed; a pasted text is never read as keys, and a link opens the add dialog', async () => {
	const infohash = await addComplete(service, 'kept');
	const { user, screen, session } = await listen(service);
	await screen.shows('kept, seeding, 100%; 1 of 1.');
	user.press('remove', 'remove-data', 'delete-data-do');
	await screen.shows('Remove kept?');
	await screen.shows(commandText.typedAhead);
	await user.answer('r: remove; shift-d: remove with data; escape: cancel.', 'remove-data');
	await screen.shows('1 download is removed and 19.5 KiB deleted from the disk.');
	await user.answer('y: delete data; escape: cancel.', 'remove-data');
	await screen.shows('D does nothing here.');
	expect(await downloadsOf(service)).toMatchObject([{ infohash }]);
	await user.answer('D does nothing here.', 'delete-data-do');
	await screen.shows('Removed with its data: kept');
	const redrawn = async () => {
		const positions = count(session, downloadsPaneText.none);
		user.press('redraw');
		// The service that answers again may have announced the pane too.
		await until(() => count(session, downloadsPaneText.none) > positions);
	};
	await redrawn();
	user.type('a sentence that is quickly pasted by mistake');
	await redrawn();
	expect(session.bytes).not.toContain(`${addDialog.title}.`);
	const link = 'magnet:?xt=urn:btih:abababababababababababababababababababab&dn=pasted';
	user.type(link);
	await screen.shows(`${addDialog.title}.`);
	await screen.shows(link);
	user.press('add-confirm');
	await screen.shows(/pasted, (metadata|stalled)/);
});

test('a user chooses it by settings', async () => {
	await addComplete(service, 'naïve – 日本');
	const config = await makeFolder();
	const settings = join(config, 'seedtop', 'cockpit.json');
	await mkdir(join(config, 'seedtop'));
	await writeFile(settings, '{"linear": true, "theme": "pink"}');
	const { screen } = await listen(service, { flags: '', env: { XDG_CONFIG_HOME: config } });
	await screen.shows(`Warning: Invalid setting in ${settings}: 'theme' must be one of dark,`);
	await screen.shows('naïve – 日本, seeding');
	const seen = await openCockpit(service, { flags: '--no-linear', env: { XDG_CONFIG_HOME: config } });
	await seen.screen.shows(/● 127/);
	expect(seen.session.emulator.onAlternateScreen).toBe(true);
});
