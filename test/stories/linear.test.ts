import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { errorText } from '../../source/client/errors.ts';
import { serviceOptionsText } from '../../source/commands/declaration/service-options.ts';
import { refusalText } from '../../source/state/batch/change.ts';
import { commandText } from '../../source/tui/commands/command.ts';
import { addDialog } from '../../source/tui/dialogs/add/dialog.tsx';
import { changeCommandsText } from '../../source/tui/panes/downloads/change-commands.ts';
import { downloadsPaneText } from '../../source/tui/panes/downloads/pane.tsx';
import { connectionText } from '../../source/tui/screen-reader/connection-announcer.ts';
import {
	commandCalled,
	openCockpit,
	openCockpitProcess,
	openShell,
	type ProcessOptions,
} from '../fixtures/cockpit.ts';
import { makeFolder } from '../fixtures/folder.ts';
import {
	addComplete,
	allSeed,
	downloadsOf,
	removeAll,
	runService,
	type TestService,
} from '../fixtures/service.ts';
import { cli } from '../programs/service-process.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import type { Session } from '../terminal/pty.ts';

let service: TestService;

beforeAll(async () => {
	service = await runService();
});

afterEach(() => removeAll(service));

/** Opens the cockpit of the screen reader, on the service by default. */
const listen = (
	{ env, ...options }: ProcessOptions = {},
	where: { readonly url: string } | undefined = undefined,
) =>
	openCockpitProcess(where ?? service, {
		flags: '--linear',
		columns: 200,
		rows: 90,
		reportsEnd: true,
		env: { LANG: 'C.UTF-8', LC_ALL: '', ...env },
		...options,
	});

/** The terminal shows all output, and is in its initial state. */
async function expectPlainAndGivenBack(session: Session): Promise<void> {
	await session.shows(/[^-]icanon/);
	await session.shows(/[^-]\becho\b/);
	expect(session.bytes).not.toMatch(/[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f]/);
	expect(session.bytes.replaceAll('\r\n', '')).not.toContain('\r');
}

const count = (session: Session, text: string) => session.bytes.split(text).length - 1;

test('a user of the screen reader hears downloads, stops one, looks up the keys, adds another and quits', async () => {
	for (const name of ['first', 'second']) await addComplete(service, name);
	await allSeed(service);
	const { user, screen, session } = await listen();
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
	await expectPlainAndGivenBack(session);
});

test('a user of the screen reader types d, D and y at once, and nothing is removed', async () => {
	const infohash = await addComplete(service, 'kept');
	const { user, screen } = await listen();
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
});

test('the service ends and returns, and each is announced once despite many requests; a pasted text is never read as keys, and a link opens the add dialog', async () => {
	const { user, screen, session } = await listen();
	await screen.shows(downloadsPaneText.none);
	const { port } = new URL(service.url);
	await service.end();
	await screen.shows(connectionText.failure(errorText.unreachable(service.url)));
	// By now it was requested several times.
	await until(async () => {
		user.press('redraw');
		return new RegExp(connectionText.dataAge('[4-9]s')).test(session.bytes);
	});
	await service.restart(['--port', port]);
	await screen.shows(connectionText.answersAgain);
	// It may be unreachable first, and then slow, which is another failure.
	const failures = session.bytes.match(/^Failure: .*$/gm) ?? [];
	expect(new Set(failures).size).toBe(failures.length);
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
	user.press('quit-now');
	await screen.shows('code=0');
	await expectPlainAndGivenBack(session);
});

test('a user suspends it with ctrl-z, fg announces the position, and SIGTERM gives the terminal back', async () => {
	const { user, screen, session } = openShell({
		columns: 120,
		rows: 40,
		env: { HOME: await makeFolder(), LC_ALL: 'C.UTF-8' },
	});
	const enter = (line: string) => {
		user.type(line);
		user.keys('enter');
	};
	await screen.shows('shell>');
	enter(`'${process.execPath}' '${cli}' --linear --state-dir '${service.stateFolder}'`);
	await screen.shows(downloadsPaneText.none);
	user.press('suspend');
	await screen.shows('Stopped');
	// The quotes keep the typed words apart from the printed one.
	enter('echo "sus"pended');
	await screen.shows(/^suspended\n/m);
	enter('fg');
	await until(() => count(session, downloadsPaneText.none) === 2);
	process.kill(session.childPid(), 'SIGTERM');
	await screen.shows(/shell>\s*$/);
	enter('echo "code=$?"; stty -a');
	await screen.shows('code=143', /[^-]icanon/);
	expect(count(session, downloadsPaneText.none)).toBe(2);
});

test('a user chooses it by settings or environment, and the output is ASCII in an ASCII locale', async () => {
	await addComplete(service, 'naïve – 日本');
	const { screen: ascii } = await listen({ flags: '', env: { INK_SCREEN_READER: 'true', LANG: 'C' } });
	await ascii.shows('na?ve - ??, seeding');

	const config = await makeFolder();
	const settings = join(config, 'seedtop', 'cockpit.json');
	await mkdir(join(config, 'seedtop'));
	await writeFile(settings, '{"linear": true, "theme": "pink"}');
	const { screen } = await listen({ flags: '', env: { XDG_CONFIG_HOME: config } });
	await screen.shows(`Warning: Invalid setting in ${settings}: 'theme' must be one of dark,`);
	await screen.shows('naïve – 日本, seeding');
	const seen = await openCockpit(service, { flags: '--no-linear', env: { XDG_CONFIG_HOME: config } });
	await seen.screen.shows(/● 127/);
	expect(seen.session.emulator.onAlternateScreen).toBe(true);
});

test('a user reads in one line why it cannot open', async () => {
	const { screen, session } = await listen(
		{ flags: '--linear --api-key-file /nonexistent/key' },
		{ url: 'http://127.0.0.1:9' },
	);
	await screen.shows(serviceOptionsText.unreadableKey('ENOENT'));
	await screen.shows('code=1');
	await expectPlainAndGivenBack(session);
});
