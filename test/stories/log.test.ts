import { appendFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pathDialogText } from '../../source/tui/dialogs/save/path-dialog.tsx';
import { logPromptText, logPromptTitles } from '../../source/tui/panes/debug/dialogs/log-prompt.ts';
import { logStatusText } from '../../source/tui/panes/debug/sections/log/draw.tsx';
import { logText } from '../../source/tui/panes/debug/sections/log/seek.ts';
import { stateLogText } from '../../source/tui/shell/state-log.ts';
import { openCockpit, openCockpitProcess } from '../fixtures/cockpit.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import { runService } from '../fixtures/service.ts';

/** Returns the first sentence of a text that the screen wraps. */
const firstSentence = (text: string) => text.slice(0, text.indexOf('.'));

const COUNT = 30_000;
const start = Date.UTC(2026, 0, 1);
const timeOf = (line: number) => new Date(start + line * 1000).toISOString();
const earlier = Array.from({ length: COUNT }, (_, line) => `${timeOf(line)} INFO    earlier line ${line}.\n`);
const hostile = 'ERROR \x1b[31mhostile\x1b]0;title\x07 \u202ewords';

async function openLog(cockpit: Awaited<ReturnType<typeof openCockpit>>) {
	await cockpit.screen.shows(/● 127/);
	cockpit.user.press('pane-debug');
	cockpit.user.press('section-debug-log');
	await cockpit.screen.shows('[Log]');
	return cockpit;
}

test('a user follows, searches, filters and saves the log of the service, and reads that of the cockpit', async () => {
	const folder = await makeFolder();
	const path = join(folder, 'long.log');
	await writeFile(path, earlier.join(''));
	const service = await runService({ folder, flags: ['--log-file', path] });
	const { user, screen } = await openLog(await openCockpitProcess(service));
	await screen.shows('service · following', 'Started with 0 downloads.');

	user.press('log-search');
	user.type('EARLIER line 17.');
	user.press('log-prompt-confirm');
	await screen.shows(logStatusText.stopped, 'INFO    earlier line 17.');
	user.press('log-previous-match');
	await screen.shows(logText.noEarlier);
	user.press('log-clear-search');
	await screen.hides("'EARLIER");
	user.press('log-time');
	user.type('soon');
	user.press('log-prompt-confirm');
	await screen.shows(firstSentence(logPromptText.noTime));
	user.press('log-prompt-delete-to-start');
	user.type('2026-01-01 00:16:40');
	user.press('log-prompt-confirm');
	await screen.shows('INFO    earlier line 1000.');

	user.press('log-follow');
	await screen.shows('following');
	await appendFile(path, `${timeOf(COUNT)} ${hostile}\n`);
	await screen.shows(/ERROR \S*hostile\S* \S*words/);
	user.press('log-severity', 'log-severity', 'log-severity');
	await screen.shows('following · error');
	await screen.hides('Started with');

	const saved = join(folder, 'saved.log');
	for (const command of ['log-prompt-confirm', 'log-prompt-overwrite']) {
		user.press('log-save');
		user.press('log-prompt-delete-to-start');
		user.type(saved);
		user.press('log-prompt-confirm');
		if (command === 'log-prompt-overwrite') {
			await screen.shows(pathDialogText.exists);
			user.press(command);
		}
		await screen.shows('Saved 1 line of the log');
		await screen.hides(logPromptTitles.save[0]);
	}
	expect((await stat(saved)).mode & 0o777).toBe(0o600);
	const text = await readFile(saved, 'utf8');
	expect(text).toMatch(/^\S+ ERROR .*hostile.*words\n$/u);
	expect(text).not.toMatch(/[\x1b\x07\u202e]/u);

	user.press('log-severity');
	user.press('log-process');
	await screen.shows('cockpit · following', 'INFO    The cockpit of seedtop', stateLogText.responds);
	expect((await stat(join(service.stateFolder, 'cockpit.log'))).mode & 0o777).toBe(0o600);
});

test('a service without positions sends the end of its log again', async () => {
	const { server, dialect, url } = await runForeign('7.11');
	const flags = dialect.key === undefined ? '' : `--api-key ${dialect.key}`;
	const { user, screen } = await openLog(await openCockpit({ url }, { flags }));
	await screen.shows('core line 150');
	const { log } = server.world;
	server.world.log = { ...log, core: [...log.core, `new ${hostile}`] };
	await screen.shows(/^new ERROR \S*hostile\S* \S*words/m, '151 of 151');
	expect(screen.text()).not.toContain('\u202e');
	user.press('log-search');
	user.type('line 3');
	user.press('log-prompt-confirm');
	await screen.shows('39 of 151');
	user.press('log-process');
	await screen.shows('cockpit · following', 'gui line 1');
});

test('the log shows why a file cannot be saved', async () => {
	const { dialect, url } = await runForeign('7.14');
	const flags = dialect.key === undefined ? '' : `--api-key ${dialect.key}`;
	const { user, screen } = await openLog(await openCockpit({ url }, { flags }));
	await screen.shows('core line 150');
	user.press('log-save');
	user.press('log-prompt-delete-to-start');
	user.type('/no/such/folder/a.log');
	user.press('log-prompt-confirm');
	await screen.shows('There is no folder /no/such/folder.');
	user.press('log-prompt-leave');
	await screen.hides(logPromptTitles.save[0]);
	user.press('log-time');
	user.type('-10m');
	user.press('log-prompt-confirm');
	await screen.shows(logPromptText.noTimes);
});
