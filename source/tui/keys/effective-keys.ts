import { declaredKeys, type KeyBindings } from '../../state/core/keys.ts';
import type { Command } from '../surfaces/command.ts';
import { showKey } from './show-key.ts';

/** Cached results, by bindings and commands. */
const known = new WeakMap<KeyBindings, WeakMap<readonly Command[], readonly Command[]>>();

/** Returns commands with their effective keys: those of the bindings, else the declared ones. */
export function withKeys(commands: readonly Command[], bindings: KeyBindings): readonly Command[] {
	if (bindings === declaredKeys) return commands;
	const results = known.get(bindings) ?? new WeakMap<readonly Command[], readonly Command[]>();
	known.set(bindings, results);
	const result =
		results.get(commands) ??
		commands.map((command) => {
			const keys = bindings[command.id];
			return keys ? { ...command, keys } : command;
		});
	results.set(commands, result);
	return result;
}

/** Returns the key of a command as displayed, by its id and its declared key; '' if it has none. */
export function keyOf(id: string, declared: string, bindings: KeyBindings): string {
	const keys = bindings[id];
	return showKey(keys ? (keys[0] ?? '') : declared);
}
