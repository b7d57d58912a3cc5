import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { changeSettingsFile, settingsFileText } from '../../source/runtime/settings-file.ts';
import { keepSettings, settingsKeeperText } from '../../source/runtime/settings-keeper.ts';
import { initialState } from '../../source/state/core/state.ts';
import { createStore } from '../../source/state/core/store.ts';
import { update } from '../../source/tui/shell/update.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { until } from '../programs/until.ts';

async function jsonIn(path: string): Promise<unknown> {
	return JSON.parse(await readFile(path, 'utf8'));
}

describe('the settings file', () => {
	test('keeps other settings, unknown ones and its permissions', async () => {
		const path = join(await makeFolder(), 'cockpit.json');
		await writeFile(path, '\ufeff{"theme": 5, "later": {"a": [1]}, "ascii": true, "mouse": true}');
		await chmod(path, 0o640);
		expect(await changeSettingsFile(path, { ascii: undefined, mouse: false, player: 'mpv' })).toBeUndefined();
		expect(await jsonIn(path)).toEqual({ theme: 5, later: { a: [1] }, mouse: false, player: 'mpv' });
		expect((await stat(path)).mode & 0o777).toBe(0o640);
		expect(await readdir(dirname(path))).toEqual(['cockpit.json']);
	});

	test('is created with its folder, for its user alone', async () => {
		const path = join(await makeFolder(), 'a', 'b', 'cockpit.json');
		expect(await changeSettingsFile(path, { notify: 'bell' })).toBeUndefined();
		expect(await jsonIn(path)).toEqual({ notify: 'bell' });
		expect((await stat(path)).mode & 0o777).toBe(0o600);
	});

	test('is replaced behind a link', async () => {
		const folder = await makeFolder();
		const [path, target] = [join(folder, 'cockpit.json'), join(folder, 'dotfiles.json')];
		await writeFile(target, '{}');
		await symlink(target, path);
		expect(await changeSettingsFile(path, { linear: true })).toBeUndefined();
		expect(await jsonIn(target)).toEqual({ linear: true });
	});

	test.each([
		['half a document', '{"ascii": tr', settingsFileText.notJson('').slice(0, -1)],
		['a list', '[1]', settingsFileText.notObject],
	])('is not replaced if it has %s', async (_, text, reason) => {
		const path = join(await makeFolder(), 'cockpit.json');
		await writeFile(path, text);
		expect(await changeSettingsFile(path, { ascii: true })).toContain(reason);
		expect(await readFile(path, 'utf8')).toBe(text);
	});

	test('is not replaced if it is a folder', async () => {
		const path = join(await makeFolder(), 'cockpit.json');
		await mkdir(path);
		expect(await changeSettingsFile(path, { ascii: true })).toEqual(expect.any(String));
		expect((await stat(path)).isDirectory()).toBe(true);
	});
});

describe('the keeper of settings', () => {
	test('saves choices, reports a failure, and saves all with the next choice', async () => {
		const path = join(await makeFolder(), 'cockpit.json');
		await writeFile(path, '{');
		const begun = initialState('http://127.0.0.1:1', 'a test', 0);
		const store = createStore({ ...begun, settings: { ...begun.settings, path } }, update);
		const end = keepSettings(store);
		const choose = (change: object) => store.dispatch({ type: 'settings', what: { type: 'choose', change } });
		choose({ ascii: true });
		await until(() => store.get().settings.fault !== '');
		expect(store.get().journal.entries.at(-1)).toMatchObject({ doing: settingsKeeperText.saving });
		expect(await readFile(path, 'utf8')).toBe('{');
		await writeFile(path, '{"theme":"dark"}');
		choose({ service: 'own', player: '' });
		await end();
		expect(store.get().settings.fault).toBe('');
		expect(await jsonIn(path)).toEqual({ theme: 'dark', ascii: true, service: 'own' });
	});
});
