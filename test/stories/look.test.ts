import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { downloadsPaneText } from '../../source/tui/panes/downloads/pane.tsx';
import { themes } from '../../source/tui/theme/themes/registry.ts';
import { openCockpit, openCockpitProcess } from '../fixtures/cockpit.ts';
import { runService, type TestService } from '../fixtures/service.ts';

let service: TestService;

beforeAll(async () => {
	service = await runService();
});

const openProcess: typeof openCockpit = (where, options) =>
	openCockpitProcess(where, { ...options, before: 'env -u FORCE_COLOR' });

/** Opens the cockpit with these flags and waits until it is shown. */
async function open(flags: string, env: Record<string, string> = {}, opener = openCockpit) {
	const cockpit = await opener(service, {
		flags,
		columns: 100,
		rows: 20,
		home: service.folder,
		env: { FORCE_COLOR: undefined, COLORTERM: '', NO_COLOR: undefined, ...env },
	});
	await cockpit.screen.shows(downloadsPaneText.none);
	return cockpit;
}

/** Whether an SGR sequence with these parameters sets a color. */
const colors = ({ session }: Awaited<ReturnType<typeof open>>, parameters: string) =>
	new RegExp(`\\u001b\\[([\\d;]*;)?${parameters}[\\d;]*m`).test(session.bytes);
/** Returns the parameters without bold. */
const colorOf = (parameters: string) => parameters.replace(/^1;/, '');
const anyColor = '([34][0-8]|9[0-7]|10[0-7])\\b';

test('a user names a theme, and it has as many colors as the terminal', async () => {
	expect(colors(await open('--theme dark', { COLORTERM: 'truecolor' }), colorOf(themes.dark.title))).toBe(
		true,
	);
	const fewer = await open('--theme dark');
	expect(colors(fewer, '38;5;')).toBe(true);
	expect(colors(fewer, '38;2;')).toBe(false);
	const own = await open('');
	expect(colors(own, '36')).toBe(true);
	expect(colors(own, '38;')).toBe(false);
	expect(colors(await open('--theme none'), anyColor)).toBe(false);
	expect(colors(await open('', { NO_COLOR: '1' }), anyColor)).toBe(false);
	// A terminal of its own has the colors of the theme.
	const named = await open('--theme 16', { NO_COLOR: '1' }, openProcess);
	expect(colors(named, '36')).toBe(true);
});

test('a user keeps the mouse for the terminal with a flag', async () => {
	expect((await open('')).session.mode(1000)).toBe(true);
	expect((await open('--no-mouse')).session.mode(1000)).toBe(false);
});

test("a user's settings apply, invalid ones are a notice, and flags override them", async () => {
	const config = join(service.folder, '.config', 'seedtop');
	await mkdir(config, { recursive: true });
	await writeFile(join(config, 'cockpit.json'), '{"theme": "light", "mouse": false, "color": "pink"}');
	const cockpit = await open('', { COLORTERM: 'truecolor' });
	expect(colors(cockpit, colorOf(themes.light.title))).toBe(true);
	expect(cockpit.session.mode(1000)).toBe(false);
	await cockpit.screen.shows(/^! Invalid setting in [^:]*:\s+there\s+is\s+no\s+setting\s+'color'/m);
	const flags = await open('--theme none --mouse');
	expect(colors(flags, anyColor)).toBe(false);
	expect(flags.session.mode(1000)).toBe(true);
	await writeFile(join(config, 'cockpit.json'), '{"theme": ');
	await (await open('')).screen.shows(/^! The settings in [^:]*\s+are\s+not\s+used:\s+it\s+is\s+not\s+JSON/m);
});
