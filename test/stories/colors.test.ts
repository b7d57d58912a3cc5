import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { themeText } from '../../source/tui/dialogs/theme/dialog.tsx';
import { downloadsPaneText } from '../../source/tui/panes/downloads/pane.tsx';
import { grounds } from '../../source/tui/theme/choose-theme.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { runService, type TestService } from '../fixtures/service.ts';
import { until } from '../programs/until.ts';
import { darkReply, lightReply, type Options, open, showsTheme } from './colors-scene.ts';

let service: TestService;

beforeAll(async () => {
	service = await runService();
});

describe('a terminal that reports its colors', () => {
	test('in single bytes gets its theme, and no key', async () => {
		const answer: Options['answer'] = async (type) => {
			for (const byte of lightReply) {
				type(byte);
				await delay(1);
			}
		};
		const cockpit = await open(service, { answer });
		await cockpit.screen.shows(downloadsPaneText.none);
		await showsTheme(cockpit, 'light');
		expect(cockpit.screen.text()).toContain(downloadsPaneText.none);
	});
});

test('a user previews themes, restores the first one, then keeps one for the next start', async () => {
	const home = await makeFolder();
	const cockpit = await open(service, { answer: (type) => type(darkReply), home });
	const { screen, user } = cockpit;
	await screen.shows(downloadsPaneText.none);
	await showsTheme(cockpit, 'dark');
	user.press('theme');
	await screen.shows(themeText.about.ocean);
	user.press('theme-down', 'theme-down');
	await showsTheme(cockpit, 'ocean');
	user.press('theme-cancel');
	await screen.hides(themeText.about.ocean);
	await showsTheme(cockpit, 'dark');
	user.press('theme', 'theme-down', 'theme-down', 'theme-down', 'theme-keep');
	await screen.hides(themeText.about.ocean);
	await showsTheme(cockpit, 'ember');
	user.press('quit');
	await until(() => !cockpit.session.emulator.onAlternateScreen);
	// Each preview has its background. The last one is reset at the end.
	const { bytes } = cockpit.session;
	const order = [grounds.ocean, grounds.ember].map((ground) =>
		bytes.lastIndexOf(`]11;${ground?.background}`),
	);
	expect([...order, bytes.lastIndexOf('\x1b]111')].toSorted((one, other) => one - other)).toEqual([
		...order,
		bytes.lastIndexOf('\x1b]111'),
	]);
	expect(order).not.toContain(-1);
	const next = await open(service, { answer: (type) => type(darkReply), home });
	await next.screen.shows(downloadsPaneText.none);
	await showsTheme(next, 'ember');
});
