import { declaredKeys } from '../../state/core/keys.ts';
import { type BindableCommands, type KeysFile, type ReadKeys, readKeys } from '../keys/read-keys.ts';
import { commands } from './commands/keymap.ts';
import { dialogs } from './dialogs.ts';

/** All commands. Dialogs with a field take the characters. */
export const bindableCommands: BindableCommands = {
	commands,
	isTyped: (scope) => Object.values(dialogs).some(({ kind, field }) => kind === scope && field !== undefined),
};

/** Returns the keys of the cockpit; without a file, the declared ones. */
export function openKeys(file: KeysFile | undefined): ReadKeys {
	return file ? readKeys(file, bindableCommands) : { bindings: declaredKeys, faults: [] };
}
