import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keyNamesText } from '../../source/tui/keys/key-names.ts';
import { keysText } from '../../source/tui/keys/read-keys.ts';
import { keyboardText } from '../../source/tui/shell/keyboard/keyboard.ts';
import { type Cockpit, commandCalled, openCockpit } from '../fixtures/cockpit.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { type ListService, serveList } from '../programs/list-service.ts';
import { until } from '../programs/until.ts';

/** Opens a cockpit whose user has this file of keys. */
async function open(
	text: string,
	flags = '',
): Promise<Cockpit & { readonly service: ListService; readonly path: string }> {
	const home = await makeFolder();
	const path = join(home, '.config', 'seedtop', 'keys.json');
	await mkdir(join(home, '.config', 'seedtop'), { recursive: true });
	await writeFile(path, text);
	const service = await serveList({ first: 1_000, second: 2_000, third: 3_000 });
	const cockpit = await openCockpit(service, { home, flags, columns: 200, rows: 40 });
	await cockpit.screen.shows(/\bthird\b/);
	return { ...cockpit, service, path };
}

const bindings = { stop: ['f6', 'ctrl-k'], 'pane-events': ['8'], 'tab-files': ['ctrl-y'] };

test('a user binds keys beside a preset, and reads and presses them', async () => {
	const { user, screen, service } = await open(JSON.stringify({ preset: 'vim', bindings }));
	await screen.shows(/\bf6 stop\b/, / 8 Events\b/, /ctrl-y Files/);
	user.keys('f6');
	await until(() => service.downloads[0]?.status === 'STOPPED');
	user.keys('s');
	await screen.shows(keyboardText.nothingInPane('s'));
	// The keys of the preset.
	user.keys('ctrl-n', 'ctrl-n');
	await screen.shows(/ 3 of 3 /);
	user.keys('ctrl-p', 'ctrl-k');
	await until(() => service.downloads[1]?.status === 'STOPPED');
	user.keys('x');
	await screen.asks('Remove second?');
	user.keys('escape');
	await screen.hides('Remove second?');
	user.keys('?');
	await screen.shows(new RegExp(`│ +f6 ctrl-k +${commandCalled('stop').title}`));
	user.keys('escape');
	await screen.hides(/─ Keys /);
	user.keys('8');
	await screen.shows(/\d\d:\d\d:\d\d info /);
	user.keys(':');
	user.type('show the files');
	await screen.shows(/ctrl-y +│/);
});

test('a user reads each fault of the file once, and the rest of it applies', async () => {
	const faulty = { ...bindings, stopp: ['x'], resume: ['xx'], recheck: ['d'] };
	const { user, screen, service, path } = await open(JSON.stringify({ preset: 'nano', bindings: faulty }));
	user.keys('8');
	const faults = [
		keysText.invalid(path, 'preset', keysText.unknownPreset, keysText.presets),
		keysText.invalid(path, 'stopp', keysText.unknownCommand, keysText.commands),
		keysText.invalid(path, 'resume', keyNamesText.unknown('xx'), keysText.keyNames),
		keysText.invalid(path, 'recheck', keysText.conflict('d', 'remove'), keysText.resolve('remove')),
	];
	await screen.shows(...faults.map((fault) => fault.slice(0, 120)));
	const rows = screen.rows().filter((row) => /\d\d:\d\d:\d\d .*keys\.json/.test(row));
	expect(rows).toHaveLength(faults.length);
	user.keys('1', 'f6');
	await until(() => service.downloads[0]?.status === 'STOPPED');
	// A command without a valid key keeps its keys.
	await screen.shows(/\br resume\b/);
	user.keys('r');
	await until(() => service.downloads[0]?.status !== 'STOPPED');
});

test('a user with a broken file has the preset of the flag, and reads why', async () => {
	const { user, screen, path } = await open('{"preset": "vim",', '--keys emacs');
	user.keys('ctrl-n');
	await screen.shows(/ 2 of 3 /);
	user.keys('2');
	await screen.shows(
		new RegExp(`warning +${keysText.notUsed(path, '').slice(0, 60).replaceAll('.', '\\.')}`),
	);
	user.keys('alt-x');
	await screen.shows('─ Commands ─');
});
