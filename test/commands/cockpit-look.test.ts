import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileProblems } from '../../source/client/discovery/small-file.ts';
import { chooseLook } from '../../source/commands/cockpit/open-cockpit.ts';
import { appearanceGroup } from '../../source/commands/cockpit/options.ts';
import { readSettings, settingsPath } from '../../source/commands/cockpit-settings/settings.ts';
import { CockpitSettings, settingsText } from '../../source/commands/cockpit-settings/settings-content.ts';
import { themeNames } from '../../source/tui/theme/names.ts';
import { ANY, exactly } from '../programs/message-pattern.ts';
import { type TemporaryFolder, temporaryFolder } from '../programs/temporary-folder.ts';
import { runHere } from './run-here.ts';

const nothing = { theme: undefined, ascii: undefined, mouse: undefined, linear: undefined };
const utf8 = { LANG: 'C.UTF-8' };

describe('the look of the cockpit', () => {
	test('has defaults without flags and settings, and in an odd environment', () => {
		const usual = { theme: undefined, defaultTheme: undefined, ascii: false, mouse: true, linear: false };
		expect(chooseLook(nothing, {}, utf8)).toEqual(usual);
		expect(chooseLook(nothing, {}, {})).toEqual(usual);
	});

	test('follows settings before the environment, and flags before settings', () => {
		const env = { LC_ALL: 'C', INK_SCREEN_READER: 'true' };
		expect(chooseLook(nothing, {}, env)).toMatchObject({ ascii: true, linear: true });
		expect(chooseLook(nothing, {}, { ...utf8, TERM: 'dumb' })).toMatchObject({ linear: true });
		expect(chooseLook(nothing, { linear: false }, { ...utf8, TERM: 'dumb' }).linear).toBe(false);
		const settings = { theme: 'dark', ascii: false, mouse: false, linear: false } as const;
		const { theme: defaultTheme, ...others } = settings;
		expect(chooseLook(nothing, settings, env)).toEqual({ ...others, theme: undefined, defaultTheme });
		const flags = { theme: 'light', ascii: true, mouse: true, linear: true } as const;
		expect(chooseLook(flags, settings, env)).toEqual({ ...flags, defaultTheme });
		expect(chooseLook({ ...flags, ascii: false, linear: false }, flags, env)).toMatchObject({
			ascii: false,
			linear: false,
		});
	});

	test.each([
		[{ LANG: 'de_DE.UTF-8' }, false],
		[{ LANG: 'de_DE.utf8' }, false],
		[{ LANG: 'de_DE@euro' }, true],
		[{ LANG: 'POSIX' }, true],
		[{ LANG: 'C.UTF-8', LC_CTYPE: 'C' }, true],
		[{ LANG: 'C', LC_CTYPE: 'C.UTF-8' }, false],
		[{ LANG: 'C.UTF-8', LC_CTYPE: 'C.UTF-8', LC_ALL: 'C' }, true],
		[{ LANG: 'C.UTF-8', LC_ALL: '' }, false],
	])('uses only ASCII in the locale %j: %s', (env, ascii) => {
		expect(chooseLook(nothing, {}, env).ascii).toBe(ascii);
	});
});

describe('the settings file', () => {
	let folder: TemporaryFolder;
	let path: string;

	beforeAll(async () => {
		folder = await temporaryFolder();
		path = join(folder.path, 'cockpit.json');
	});

	afterAll(() => folder?.remove());

	const read = async (content: string) => {
		await writeFile(path, content);
		return readSettings(path);
	};

	test('is read from the folder of XDG', () => {
		expect(settingsPath({ XDG_CONFIG_HOME: '/etc/me' })).toBe('/etc/me/seedtop/cockpit.json');
		expect(settingsPath({ XDG_CONFIG_HOME: 'relative' })).toMatch(/^\/.*\/\.config\/seedtop\/cockpit\.json$/);
	});

	test('may be missing', async () => {
		expect(await readSettings(join(folder.path, 'none.json'))).toEqual({ settings: {}, faults: [] });
		expect(await readSettings(join(path, 'below', 'a', 'file'))).toMatchObject({ faults: [] });
	});

	test('may contain any of the settings', async () => {
		const all = { theme: 'high-contrast', ascii: true, mouse: false, linear: false };
		expect(await read(JSON.stringify(all))).toEqual({ settings: all, faults: [] });
		expect(await read('{"theme": "16"}')).toEqual({ settings: { theme: '16' }, faults: [] });
		expect(await read('{"notify": "osc777"}')).toEqual({ settings: { notify: 'osc777' }, faults: [] });
		expect(await read('{}')).toEqual({ settings: {}, faults: [] });
	});

	test('is used without its invalid settings, which are reported in one line', async () => {
		const { settings, faults } = await read(
			'{"theme": "pi\\u001b[31mnk", "mouse": false, "ascii": 7, "color": 1, "__proto__": {"linear": true}}',
		);
		expect(settings).toEqual({ mouse: false });
		expect(faults).toHaveLength(4);
		expect(faults[0]).toMatch(
			exactly(settingsText.invalid(path, `'theme' must be one of dark, light, ${ANY}`)),
		);
		expect(faults[1]).toBe(settingsText.invalid(path, "'ascii' must be a boolean, not 7"));
		expect(faults[2]).toBe(
			settingsText.invalid(path, settingsText.unknown('color', Object.keys(CockpitSettings.properties))),
		);
		for (const fault of faults) expect(fault).not.toMatch(/[\u0000-\u001f]/);
	});

	test('is used without settings of a wrong type, and each of them is reported', async () => {
		const { settings, faults } = await read(
			'{"ascii": 1, "mouse": "false", "linear": 0, "player": 7, "notify": "bell"}',
		);
		expect(settings).toEqual({ notify: 'bell' });
		expect(faults).toEqual([
			expect.stringMatching(exactly(settingsText.invalid(path, `'player' must be ${ANY}`))),
			settingsText.invalid(path, "'ascii' must be true or false"),
			settingsText.invalid(path, "'mouse' must be true or false"),
			settingsText.invalid(path, "'linear' must be true or false"),
		]);
	});

	test('is reported with the first of very many errors and their number', async () => {
		const names = Array.from({ length: 40 }, (_, index) => `"odd${index}": 1`);
		const { faults } = await read(`{${names.join(', ')}}`);
		expect(faults).toHaveLength(11);
		expect(faults.at(-1)).toBe(settingsText.more(30, path));
	});

	test.each([
		['{"theme": "dark"', settingsText.notJson(ANY)],
		['', settingsText.notJson(ANY)],
		['[1]', settingsText.notObject],
		['"dark"', settingsText.notObject],
	])('%j is not used', async (content, reason) => {
		const { settings, faults } = await read(content);
		expect(settings).toEqual({});
		expect(faults).toEqual([expect.stringMatching(exactly(settingsText.notUsed(path, reason)))]);
	});

	test('is not used if it is invalid or cannot be read', async () => {
		const unreadable = join(folder.path, 'folder.json');
		await mkdir(unreadable);
		expect((await readSettings(unreadable)).faults).toEqual([
			settingsText.notUsed(unreadable, settingsText.file(fileProblems.unreadable('EISDIR'))),
		]);
		expect((await read(`"${'x'.repeat(2_000_000)}"`)).faults).toEqual([
			settingsText.notUsed(path, settingsText.file(fileProblems.tooLarge)),
		]);
	});

	test('is not waited for if it is a pipe without a writer, or an endless device', async () => {
		const pipe = join(folder.path, 'pipe.json');
		execFileSync('mkfifo', [pipe]);
		const notFile = settingsText.file(fileProblems.notFile);
		expect((await readSettings(pipe)).faults).toEqual([settingsText.notUsed(pipe, notFile)]);
		const device = join(folder.path, 'device.json');
		await symlink('/dev/zero', device);
		expect((await readSettings(device)).faults).toEqual([settingsText.notUsed(device, notFile)]);
	});
});

test('the flags are in the help of the program and of the demo only', async () => {
	for (const argv of [['--help'], ['demo', '--help']]) {
		const { out } = await runHere(argv);
		expect(out).toContain(appearanceGroup);
		expect(out.replace(/\s+/g, ' ')).toContain(`--theme <name> color theme: ${themeNames.join(', ')}`);
		for (const flag of [
			'--ascii',
			'--no-ascii',
			'--mouse',
			'--no-mouse',
			'--linear',
			'--no-linear',
			'--notify',
		]) {
			expect(out).toMatch(new RegExp(`^ +${flag} `, 'm'));
		}
	}
	expect(await runHere(['--theme', 'pink'])).toMatchObject({
		code: 2,
		err: expect.stringContaining(`--theme is one of ${themeNames.join(', ')}, not 'pink'.`),
	});
	expect(await runHere(['--no-mouse', 'ls'])).toMatchObject({
		code: 2,
		err: expect.stringContaining("'seedtop ls' has no option --no-mouse"),
	});
});
