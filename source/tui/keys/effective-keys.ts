import { declaredKeys, type KeyBindings } from '../../state/core/keys.ts';
import type { Command } from '../surfaces/command.ts';
import { showKey } from './show-key.ts';

/** Returns commands with their effective keys: those of the bindings, else the declared ones. */
export function withKeys(commands: readonly Command[], bindings: KeyBindings): readonly Command[] {
	if (bindings === declaredKeys) return commands;
	return commands.map((command) => {
		const keys = bindings[command.id];
		return keys ? { ...command, keys } : command;
	});
}

/** Returns the key of a command as displayed, by its id and its declared key; '' if it has none. */
export function keyOf(id: string, declared: string, bindings: KeyBindings): string {
	const keys = bindings[id];
	return showKey(keys ? (keys[0] ?? '') : declared);
}
