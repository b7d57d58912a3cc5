import { afterEach, beforeAll, expect, test } from 'vitest';
import { errorText } from '../../source/client/http/errors.ts';
import { serviceOptionsText } from '../../source/commands/service-command/service-options.ts';
import { downloadsPaneText } from '../../source/tui/panes/downloads/pane.tsx';
import { connectionText } from '../../source/tui/screen-reader/connection-announcer.ts';
import { openShell } from '../fixtures/cockpit.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { addComplete, removeAll, runService, type TestService } from '../fixtures/service.ts';
import { cli } from '../programs/service-process.ts';
import { until } from '../programs/until.ts';
import { count, expectPlainAndReleased, listen } from './linear-scene.ts';

let service: TestService;

beforeAll(async () => {
	service = await runService();
});

afterEach(() => removeAll(service));

test('the service ends and returns, and each is announced once despite many requests', async () => {
	const { user, screen, session } = await listen(service);
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
	user.press('quit-now');
	await screen.shows('code=0');
	await expectPlainAndReleased(session);
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

test('a user reads in one line why it cannot open', async () => {
	const { screen, session } = await listen(
		{ url: 'http://127.0.0.1:9' },
		{ flags: '--linear --api-key-file /nonexistent/key' },
	);
	await screen.shows(serviceOptionsText.unreadableKey('ENOENT'));
	await screen.shows('code=1');
	await expectPlainAndReleased(session);
});

test('a user chooses it by the environment, and the output is ASCII in an ASCII locale', async () => {
	await addComplete(service, 'naïve – 日本');
	const { screen: ascii } = await listen(service, {
		flags: '',
		env: { INK_SCREEN_READER: 'true', LANG: 'C' },
	});
	await ascii.shows('na?ve - ??, seeding');
});
