import { describe, expect, test } from 'vitest';
import type { KeyBindings } from '../../../source/state/core/keys.ts';
import { createStore } from '../../../source/state/core/store.ts';
import { withKeys } from '../../../source/tui/keys/effective-keys.ts';
import { readKey } from '../../../source/tui/keys/key-names.ts';
import { presetBindings } from '../../../source/tui/keys/preset-bindings.ts';
import { presetNames } from '../../../source/tui/keys/preset-names.ts';
import { presets } from '../../../source/tui/keys/presets.ts';
import { keyConflicts } from '../../../source/tui/keys/read-keys.ts';
import { activeCommands, commands } from '../../../source/tui/shell/commands/keymap.ts';
import { withWorkingKeys } from '../../../source/tui/shell/commands/scopes.ts';
import { bindableCommands } from '../../../source/tui/shell/open-keys.ts';
import { update } from '../../../source/tui/shell/update.ts';
import { presser } from '../../screens/pressing.ts';
import { listed } from '../../screens/states.ts';
import { places } from './places.ts';

/** Returns 'place: command' for the commands without a working key in a place. */
function without(bindings: KeyBindings): readonly string[] {
	const bound = withKeys(commands, bindings);
	return places.flatMap((scopes) => {
		const active = scopes.flatMap((scope) => bound.filter((command) => command.scope === scope));
		return withWorkingKeys(active)
			.filter(({ keys }) => keys.length === 0)
			.map(({ command }) => `${scopes[0]}: ${command.id}`);
	});
}

describe.each(presetNames)('the preset %s', (name) => {
	const bindings = presetBindings(name, commands);

	test('has no key twice in any scope', () => {
		expect(keyConflicts(commands, bindings)).toEqual([]);
	});

	test('reaches every command in every place where the declared keys reach it', () => {
		const declared = new Set(without({}));
		expect(without(bindings).filter((each) => !declared.has(each))).toEqual([]);
	});

	test('has commands and keys that exist', () => {
		const ids = commands.map(({ id }) => id);
		const own = name === 'default' ? {} : presets[name].bindings;
		expect(Object.keys(own).filter((id) => !ids.includes(id))).toEqual([]);
		const keys = Object.values(bindings).flat();
		expect(keys.map((key) => readKey(key))).toEqual(keys.map((key) => ({ key })));
	});

	test('types characters into text fields', () => {
		const typed = withKeys(commands, bindings).filter(({ scope }) => bindableCommands.isTyped(scope));
		const taken = typed.filter(({ keys }) => keys.some((key) => [...key].length === 1));
		expect(taken.map(({ id }) => id)).toEqual([]);
	});
});

test('every command is reached by a key in some place', () => {
	const unreached = new Map<string, number>();
	for (const each of without({})) {
		const id = each.slice(each.indexOf(': ') + 2);
		unreached.set(id, (unreached.get(id) ?? 0) + 1);
	}
	const everywhere = [...unreached].filter(([id, count]) => {
		const command = commands.find((one) => one.id === id);
		return count === places.filter((scopes) => command && scopes.includes(command.scope)).length;
	});
	expect(everywhere).toEqual([]);
});

test('keys of a preset run its commands, and their declared keys run others', () => {
	const emacs = { ...listed, keys: presetBindings('emacs', commands) };
	const store = createStore(emacs, update);
	const press = presser(store, () => ({ columns: 80, rows: 24 }));
	const first = store.get().downloads.cursorAt;
	press('ctrl-n');
	expect(store.get().downloads.cursorAt).toBe(first + 1);
	press('ctrl-p');
	expect(store.get().downloads.cursorAt).toBe(first);
	press('ctrl-f');
	expect(store.get().details.focused).toBe(true);
	press('ctrl-g');
	expect(store.get().details.focused).toBe(false);
	press('alt-x');
	expect(store.get().dialogs.map(({ kind }) => kind)).toEqual(['palette']);
	press('ctrl-g');
	expect(store.get().dialogs).toEqual([]);
});

test('the same keys return the same commands', () => {
	const vim = { ...listed, keys: presetBindings('vim', commands) };
	expect(activeCommands(vim)).toBe(activeCommands({ ...vim }));
	expect(activeCommands(vim)).not.toBe(activeCommands(listed));
	expect(commands.find(({ id }) => id === 'remove')?.keys).toEqual(['d', 'delete']);
});
