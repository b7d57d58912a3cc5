import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { serviceOptionsText } from '../../source/commands/service-command/service-options.ts';
import { magnetFaults } from '../../source/state/adding/source.ts';
import { noSubjectText } from '../../source/state/downloads/selection.ts';
import { statusNewsText } from '../../source/state/events/follow-up.ts';
import { addRefusals } from '../../source/tui/dialogs/add/commands.ts';
import { addDialog } from '../../source/tui/dialogs/add/dialog.tsx';
import { deleteDataText } from '../../source/tui/dialogs/questions/remove.ts';
import { downloadsPaneText } from '../../source/tui/panes/downloads/pane.tsx';
import { eventsText } from '../../source/tui/panes/events/commands.ts';
import { commandText } from '../../source/tui/surfaces/command.ts';
import { runHere } from '../commands/run-here.ts';
import { commandCalled, openCockpitProcess, openShell, rowOf } from '../fixtures/cockpit.ts';
import { addComplete, allSeed, downloadsOf } from '../fixtures/service.ts';
import { cli } from '../programs/service-process.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { openCockpit, prepareService, service } from './cockpit-scene.ts';

prepareService();

const node = process.execPath;
const statusOf = async (infohash: string) =>
	(await downloadsOf(service)).find((each) => each.infohash === infohash)?.status;

test('a user starts the cockpit with a service that does not exist, and reads one line', async () => {
	const ended = await runHere([], { env: { HOME: service.folder, SEEDTOP_SERVICE: 'bogus' } });
	const err = "seedtop: SEEDTOP_SERVICE is one of own, other, not 'bogus'.\n";
	expect(ended).toMatchObject({ code: 2, out: '', err });
});

test('a user opens the cockpit, sees an empty list with the first step, and quits', async () => {
	const { user, screen, session } = await openCockpitProcess(service, { reportsEnd: true });
	await screen.shows(/● 127/, downloadsPaneText.none, downloadsPaneText.addOne);
	await user.quit();
	expect(session.emulator.onAlternateScreen).toBe(false);
	expect(session.mode(25)).toBe(true);
	await screen.shows(/[^-]icanon/, /[^-]\becho\b/);
});

test('a user adds a torrent by its path, stops, resumes and rechecks it, and removes it but keeps its data', async () => {
	const torrent = await makeTorrent(service.downloadFolder, 'story', { 'a.bin': 50_000 });
	const { user, screen, list } = await openCockpit();
	await screen.shows(downloadsPaneText.none);
	user.press('add');
	await screen.shows(addDialog.title);
	user.type(torrent.path);
	user.press('add-confirm');
	await list.shows('story', 'SEEDING');
	expect(await statusOf(torrent.infohash)).toBe('SEEDING');
	user.press('stop');
	await list.shows('story', 'STOPPED');
	expect(await statusOf(torrent.infohash)).toBe('STOPPED');
	user.press('resume');
	await list.shows('story', 'SEEDING');
	user.press('recheck');
	await screen.shows('Rechecking: story');
	await list.shows('story', 'SEEDING');
	user.press('remove');
	await screen.asks('Remove story?');
	await screen.shows('delete 48.8 KiB from the disk');
	await user.answer('Remove story?', 'remove-keep');
	await screen.shows(downloadsPaneText.none);
	expect(await statusOf(torrent.infohash)).toBeUndefined();
	expect((await stat(join(service.downloadFolder, 'story/a.bin'))).size).toBe(50_000);
});

test('a user removes a download with its data, and cancels another removal with escape', async () => {
	const one = await addComplete(service, 'first');
	const two = await addComplete(service, 'second');
	const { user, screen, list } = await openCockpit();
	await list.shows('first', 'SEEDING');
	user.press('down');
	user.press('remove');
	await screen.asks('Remove second?');
	user.press('remove-cancel');
	await screen.hides('Remove second?');
	user.press('up');
	user.press('remove');
	await user.answer('Remove first?', 'remove-data');
	await user.answer(deleteDataText.question('first'), 'delete-data-do');
	await until(() => !rowOf('first', 'SEEDING').test(screen.text()));
	await until(async () => (await statusOf(one)) === undefined);
	// Data is deleted after the answer.
	await until(() => !existsSync(join(service.downloadFolder, 'first')));
	expect(await statusOf(two)).toBe('SEEDING');
	await list.shows('second', 'SEEDING');
});

test('a user types d, D and y at once, and nothing is removed', async () => {
	const torrent = await makeTorrent(service.downloadFolder, 'kept', { 'a.bin': 20_000 });
	await service.client().addDownload({ body: { uri: torrent.path } });
	const { user, screen, list } = await openCockpit();
	await list.shows('kept', 'SEEDING');
	user.keys('d', 'y', 'enter', 'r', 'D');
	await screen.asks('Remove kept?');
	await screen.shows(commandText.typedAhead);
	// One key does not answer both questions.
	await user.readsQuestion('Remove kept?');
	user.keys('D', 'D', 'D');
	await screen.asks(deleteDataText.question('kept'));
	await user.readsQuestion('19.5 KiB deleted from the disk');
	user.keys('D', 'D', 'r', 'enter');
	await screen.shows('enter does nothing here.');
	user.press('delete-data-cancel');
	await screen.hides(deleteDataText.question('kept'));
	expect(await statusOf(torrent.infohash)).toBe('SEEDING');
	expect((await stat(join(service.downloadFolder, 'kept/a.bin'))).size).toBe(20_000);
});

test('a user mistypes a source, reads one line of error, and the service continues', async () => {
	const { user, screen } = await openCockpit();
	await screen.shows(downloadsPaneText.none);
	for (const [typed, line] of [
		['/nowhere/x.torrent', /^✗ Adding .*: Cannot read the torrent file "\/now.*: no\s+such/m],
		['http://127.0.0.1:9/x.torrent', /^✗ Adding .*: Cannot\s+fetch\s+the\s+torrent/m],
	] as const) {
		user.press('add');
		user.type(typed);
		user.press('add-confirm');
		await screen.shows(line);
		// The typed text is there again, to be corrected. This user cancels.
		await screen.shows(addDialog.title);
		user.press('add-cancel');
		await screen.hides(addDialog.title);
	}
	user.press('add');
	user.type('magnet:?xt=urn:btih:zz');
	user.press('add-confirm');
	await screen.shows(`• ${addRefusals.invalid(magnetFaults.wrongInfohash).slice(0, 62)}`);
	await screen.shows(/● 127/);
});

test('a user pastes a magnet link anywhere and only has to confirm it', async () => {
	const { user, screen, list } = await openCockpit();
	await screen.shows(downloadsPaneText.none);
	user.paste('magnet:?xt=urn:btih:abababababababababababababababababababab&dn=pasted');
	await screen.shows(addDialog.title);
	user.press('add-confirm');
	await list.shows('pasted', 'METADATA');
});

test('a user looks up the keys, and reads the events pane', async () => {
	const { user, screen, list } = await openCockpit({ columns: 120, rows: 40 });
	await screen.shows(downloadsPaneText.none);
	user.press('help', 'help-page-down');
	await screen.shows(`${commandCalled('stop').title} (${noSubjectText.none})`);
	user.press('help-close');
	await screen.hides(commandCalled('stop').title);
	user.press('stop');
	await screen.shows(noSubjectText.none);
	// An unavailable action is reported, but is no event.
	user.press('pane-events');
	await screen.shows(eventsText.nothing);
	await service.client().addDownload({ body: { uri: `magnet:?xt=urn:btih:${'ab'.repeat(20)}&dn=sought` } });
	await screen.shows(statusNewsText.METADATA?.('sought') ?? '');
	user.press('pane-downloads');
	await list.shows('sought', 'METADATA');
});

test('a user suspends the cockpit with ctrl-z, uses the shell, and returns with fg, and SIGTERM gives the terminal back', async () => {
	const { session, user, screen } = openShell({ columns: 90, rows: 24, env: { HOME: service.folder } });
	const shell = (command: string) => session.type(`${command}\r`);
	await screen.shows('shell>');
	shell(`'${node}' '${cli}' --state-dir '${service.stateFolder}'`);
	await screen.shows(/● 127/);
	user.press('suspend');
	await screen.shows('Stopped');
	shell('echo $((6*7))');
	await screen.shows('42');
	shell('fg');
	await screen.shows(/● 127/);
	process.kill(session.childPid(), 'SIGTERM');
	await until(() => !session.emulator.onAlternateScreen);
	shell('echo "code=$?"; stty -a');
	await screen.shows('code=143', /[^-]icanon/);
	expect(session.mode(25)).toBe(true);
});

test('a user pipes the cockpit and gets one line for each download, or an error without a service', async () => {
	await addComplete(service, 'piped');
	await allSeed(service);
	// Both standard streams of a process are pipes.
	const piped = await promisify(execFile)(node, [cli, '--state-dir', service.stateFolder], {
		env: { PATH: process.env.PATH, HOME: service.folder },
	});
	expect(piped.stderr).toBe('');
	expect(piped.stdout).toMatch(/^\w{40}\tpiped\tSEEDING\t1\t.*\n$/);
	expect(piped.stdout).not.toContain('\u001b');
	const nowhere = await runHere(['--state-dir', join(service.folder, 'nowhere')], {
		env: { HOME: join(service.folder, 'no-home') },
	});
	expect(nowhere).toMatchObject({ code: 1, out: '', err: `seedtop: ${serviceOptionsText.none('', '')}\n` });
});
