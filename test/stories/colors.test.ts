import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { themeText } from '../../source/tui/dialogs/theme/dialog.tsx';
import { downloadsPaneText } from '../../source/tui/panes/downloads/pane.tsx';
import type { ThemeName } from '../../source/tui/theme/names.ts';
import { grounds } from '../../source/tui/theme/themes/grounds.ts';
import { themes } from '../../source/tui/theme/themes/registry.ts';
import { type Cockpit, openCockpitProcess } from '../fixtures/cockpit.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { runService, type TestService } from '../fixtures/service.ts';
import { until } from '../programs/until.ts';
import type { SessionOptions } from '../terminal/pty.ts';

let service: TestService;

beforeAll(async () => {
	service = await runService();
});

interface Options {
	readonly answer?: SessionOptions['answerColours'];
	readonly flags?: string;
	readonly env?: Readonly<Record<string, string>>;
	readonly home?: string;
}

/** Opens the cockpit in a terminal of true color. */
function open({ answer, flags = '', env = {}, home }: Options = {}): Promise<Cockpit> {
	return openCockpitProcess(service, {
		flags,
		before: 'env -u FORCE_COLOR',
		...(home === undefined ? {} : { home }),
		env: { COLORTERM: 'truecolor', COLORFGBG: '', NO_COLOR: '', ...env },
		...(answer ? { answerColours: answer } : {}),
	});
}

/** The themes whose titles are on the screen. */
function visible({ session }: Cockpit): readonly ThemeName[] {
	const screen = session.emulator.snapshot();
	const names = ['dark', 'light', 'ocean', 'ember', 'violet', 'paper'] as const;
	return names.filter((name) => screen.includes(hexOf(themes[name].title)));
}

/** Returns '#rrggbb' of the color that SGR parameters set. */
function hexOf(parameters: string): string {
	const parts = parameters.split(';').slice(-3).map(Number);
	return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

async function showsTheme(cockpit: Cockpit, ...names: readonly ThemeName[]): Promise<void> {
	await until(() => visible(cockpit).join() === names.join(), { awaited: `the theme ${names}` });
}

const lightReply = '\x1b]10;rgb:0000/0000/0000\x1b\\\x1b]11;rgb:ffff/ffff/f0f0\x1b\\';
const darkReply = '\x1b]10;rgb:d0/d0/d0\x07\x1b]11;rgb:10/10/18\x07';

describe('a terminal that reports its colors', () => {
	test('in single bytes gets its theme, and no key', async () => {
		const answer: Options['answer'] = async (type) => {
			for (const byte of lightReply) {
				type(byte);
				await delay(1);
			}
		};
		const cockpit = await open({ answer });
		await cockpit.screen.shows(downloadsPaneText.none);
		await showsTheme(cockpit, 'light');
		expect(cockpit.screen.text()).toContain(downloadsPaneText.none);
	});

	test('late is not waited for: it has 16 colors until then, and types nothing into a field', async () => {
		let reply = () => {};
		const cockpit = await open({
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
		const cockpit = await open({ answer: (type) => type(lightReply), flags, env });
		await cockpit.screen.shows(downloadsPaneText.none);
		// This key is later than the reply.
		cockpit.user.press('theme');
		await cockpit.screen.shows(themeText.about.ocean);
		expect(visible(cockpit)).toEqual(flags === '' ? [] : ['ember']);
	});
});

test('a user previews themes, restores the first one, then keeps one for the next start', async () => {
	const home = await makeFolder();
	const cockpit = await open({ answer: (type) => type(darkReply), home });
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
	const next = await open({ answer: (type) => type(darkReply), home });
	await next.screen.shows(downloadsPaneText.none);
	await showsTheme(next, 'ember');
});
