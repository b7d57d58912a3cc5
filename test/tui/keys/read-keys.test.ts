import { describe, expect, test } from 'vitest';
import { fileProblems } from '../../../source/client/discovery/small-file.ts';
import { keyNamesText, readKey } from '../../../source/tui/keys/key-names.ts';
import { presetBindings } from '../../../source/tui/keys/preset-bindings.ts';
import type { PresetName } from '../../../source/tui/keys/preset-names.ts';
import { keysText, readKeys } from '../../../source/tui/keys/read-keys.ts';
import { commands } from '../../../source/tui/shell/commands/keymap.ts';
import { bindableCommands } from '../../../source/tui/shell/open-keys.ts';

const path = '/home/user/keys.json';
const read = (content: unknown, preset?: PresetName) =>
	readKeys({ path, file: { text: JSON.stringify(content) }, preset }, bindableCommands);
const invalid = (entry: string, problem: string, next: string) =>
	keysText.invalid(path, entry, problem, next);

describe('a key', () => {
	test.each([
		['x', 'x'],
		['G', 'G'],
		['é', 'é'],
		['-', '-'],
		['ctrl--', 'ctrl--'],
		['esc', 'escape'],
		['Esc', 'escape'],
		['pgup', 'pageup'],
		['↑', 'up'],
		['F5', 'f5'],
		['ctrl-X', 'ctrl-x'],
		['Ctrl-Alt-x', 'ctrl-alt-x'],
		['alt-ctrl-x', 'ctrl-alt-x'],
		['alt-X', 'alt-X'],
		['shift-up', 'shift-up'],
		['ctrl-space', 'ctrl-space'],
	])('%j is %s', (text, key) => {
		expect(readKey(text)).toEqual({ key });
	});

	test.each([
		['', keyNamesText.unknown('')],
		['xx', keyNamesText.unknown('xx')],
		['ctrl-', keyNamesText.unknown('ctrl-')],
		['hyper-x', keyNamesText.unknown('hyper-x')],
		['f13', keyNamesText.unknown('f13')],
		['constructor', keyNamesText.unknown('constructor')],
		['\u{1b}', keyNamesText.unknown('\u{1b}')],
		['shift-x', keyNamesText.shifted('shift-x', 'X')],
		['ctrl-i', keyNamesText.sentAs('ctrl-i', 'tab')],
		['ctrl-m', keyNamesText.sentAs('ctrl-m', 'enter')],
		['ctrl-[', keyNamesText.sentAs('ctrl-[', 'esc')],
		['ctrl-H', keyNamesText.sentAs('ctrl-h', 'backspace')],
	])('%j is none', (text, problem) => {
		expect(readKey(text)).toEqual({ problem });
	});
});

describe('the file of keys', () => {
	test('binds commands beside a preset; the flag replaces the preset', () => {
		const bindings = { stop: ['p', 'ctrl-k'], 'tab-peers': ['e'], 'tab-health': ['P'], profiler: ['f6'] };
		const vim = presetBindings('vim', commands);
		expect(read({ preset: 'vim', bindings })).toEqual({ bindings: { ...vim, ...bindings }, faults: [] });
		const emacs = presetBindings('emacs', commands);
		expect(read({ preset: 'vim', bindings }, 'emacs')).toEqual({
			bindings: { ...emacs, ...bindings },
			faults: [],
		});
	});

	test('may be missing, or empty', () => {
		expect(read({})).toEqual({ bindings: {}, faults: [] });
		const missing = readKeys({ path, file: { missing: true }, preset: 'vim' }, bindableCommands);
		expect(missing).toEqual({ bindings: presetBindings('vim', commands), faults: [] });
	});

	test('that cannot be used leaves the preset of the flag', () => {
		const vim = presetBindings('vim', commands);
		const unusable = [
			[{ missing: false, reason: fileProblems.tooLarge }, keysText.file(fileProblems.tooLarge)],
			[{ text: '[]' }, keysText.notObject],
			[{ text: 'null' }, keysText.notObject],
		] as const;
		for (const [file, reason] of unusable)
			expect(readKeys({ path, file, preset: 'vim' }, bindableCommands)).toEqual({
				bindings: vim,
				faults: [keysText.notUsed(path, reason)],
			});
		const broken = readKeys({ path, file: { text: '{' } }, bindableCommands);
		expect(broken.bindings).toEqual({});
		expect(broken.faults).toHaveLength(1);
		expect(broken.faults[0]).toContain(path);
	});

	test('reports invalid entries with the next step, and applies the others', () => {
		const { bindings, faults } = read({
			preset: 'nano',
			theme: 'dark',
			bindings: {
				stopp: ['x'],
				resume: 'r',
				recheck: ['v1', 'V1', 'f7'],
				hops: [3],
				limits: [],
				'palette-run': ['r', 'ctrl-y'],
			},
		});
		expect(bindings).toEqual({ recheck: ['f7'], limits: [], 'palette-run': ['ctrl-y'] });
		expect(faults).toEqual([
			invalid('theme', keysText.unknownSetting, keysText.settings),
			invalid('preset', keysText.unknownPreset, keysText.presets),
			invalid('stopp', keysText.unknownCommand, keysText.commands),
			invalid('resume', keysText.notKeys, keysText.keys),
			invalid('recheck', keyNamesText.unknown('v1'), keysText.keyNames),
			invalid('recheck', keyNamesText.unknown('V1'), keysText.keyNames),
			invalid('hops', keysText.notKeys, keysText.keys),
			invalid('palette-run', keysText.typed('r'), keysText.useModifier),
		]);
		expect(read({ bindings: ['x'] }).faults).toEqual([
			invalid('bindings', keysText.notBindings, keysText.bindings),
		]);
	});

	test('reports a key that another command of the scope has', () => {
		const taken = read({ bindings: { stop: ['r', 'x'], hops: ['ctrl-c'] } });
		expect(taken.bindings).toEqual({ stop: ['x'] });
		expect(taken.faults).toEqual([
			invalid('stop', keysText.conflict('r', 'resume'), keysText.resolve('resume')),
			invalid('hops', keysText.conflict('ctrl-c', 'quit-now'), keysText.resolve('quit-now')),
		]);
		const both = read({ bindings: { stop: ['x'], hops: ['x'] } });
		expect(both.bindings).toEqual({ stop: ['x'] });
		expect(both.faults).toEqual([invalid('hops', keysText.conflict('x', 'stop'), keysText.resolve('stop'))]);
	});

	test('leaves a key that always quits', () => {
		const { bindings, faults } = read({ bindings: { quit: [], 'quit-now': [], help: [] } });
		expect(bindings).toEqual({ quit: [], help: [] });
		expect(faults).toEqual([invalid('quit-now', keysText.noWayOut, keysText.keys)]);
		expect(read({ bindings: { 'quit-now': ['ctrl-q'] } }).faults).toEqual([]);
	});

	test('reports a key by its name in the file', () => {
		for (const key of ['esc', 'escape', 'Esc'])
			expect(read({ bindings: { stop: [key] } }).faults).toEqual([
				invalid('stop', keysText.conflict(key, 'back'), keysText.resolve('back')),
			]);
	});

	test('exchanges keys without a conflict', () => {
		const bindings = { stop: ['r'], resume: ['s'] };
		expect(read({ bindings })).toEqual({ bindings, faults: [] });
	});

	test('limits the number of reported faults, and their length', () => {
		const many = Object.fromEntries(
			Array.from({ length: 40 }, (_, index) => [`${index}`.repeat(300), ['x']]),
		);
		const { faults } = read({ bindings: many });
		expect(faults).toHaveLength(11);
		expect(faults.at(-1)).toBe(keysText.more(30, path));
		expect(Math.max(...faults.map(({ length }) => length))).toBeLessThanOrEqual(400);
	});
});
