import { beforeAll, describe, expect, test } from 'vitest';
import { themeText } from '../../source/tui/dialogs/theme/dialog.tsx';
import { downloadsPaneText } from '../../source/tui/panes/downloads/pane.tsx';
import { runService, type TestService } from '../fixtures/service.ts';
import { lightReply, open, showsTheme, visible } from './colors-scene.ts';

let service: TestService;

beforeAll(async () => {
	service = await runService();
});

describe('a terminal that reports its colors', () => {
	test('late is not waited for: it has 16 colors until then, and types nothing into a field', async () => {
		let reply = () => {};
		const cockpit = await open(service, {
			answer: (type) => {
				reply = () => type(lightReply);
			},
		});
		const { screen, user } = cockpit;
		await screen.shows(downloadsPaneText.none);
		expect(visible(cockpit)).toEqual([]);
		expect(cockpit.session.bytes).toContain('\x1b]11;?');
		expect(cockpit.session.bytes).not.toContain('38;2;');
		expect(cockpit.session.bytes).not.toMatch(/\x1b\]1[01];[^?]/);
		user.press('add');
		user.type('magn');
		await screen.shows('magn');
		reply();
		await showsTheme(cockpit, 'light');
		user.type('et');
		await screen.shows(/magnet(?![\w;:])/);
	});

	test.each([
		['a theme of the command line', '--theme ember', {}],
		['NO_COLOR', '', { NO_COLOR: '1' }],
	] as const)('does not override %s', async (_name, flags, env) => {
		const cockpit = await open(service, { answer: (type) => type(lightReply), flags, env });
		await cockpit.screen.shows(downloadsPaneText.none);
		// This key is later than the reply.
		cockpit.user.press('theme');
		await cockpit.screen.shows(themeText.about.ocean);
		expect(visible(cockpit)).toEqual(flags === '' ? [] : ['ember']);
	});
});
