import { declaredKeys } from '../../../state/core/keys.ts';
import type { State } from '../../../state/core/state.ts';
import { keyOf } from '../../keys/effective-keys.ts';
import { readKey } from '../../keys/key-names.ts';
import { showKey } from '../../keys/show-key.ts';
import { commandBeneath } from './pane-keymap.ts';

/** A key in a sentence that names the next step: 'Press c, then n to create it.', 'Press a to sell or A to buy.' */
const namedKey = /(\b[Pp]ress |, then |\bor (?=\S+ to ))(\S+?)(?=[ .,;]|$)/g;

/**
 * Returns a text of a pane with the effective keys. It names declared keys, whose commands are those of the current
 * place.
 */
export function withEffectiveKeys(text: string, state: State): string {
	if (state.keys === declaredKeys) return text;
	const declared = { ...state, keys: declaredKeys };
	return text.replace(namedKey, (all: string, before: string, shown: string) => {
		const read = readKey(shown);
		const command = 'key' in read ? commandBeneath(declared, read.key) : undefined;
		if (!command || !('key' in read) || showKey(read.key) !== shown) return all;
		// Any of its keys may be named; one that still works stays.
		if (state.keys[command.id]?.includes(read.key)) return all;
		const key = keyOf(command.id, shown, state.keys);
		return key === '' ? all : `${before}${key}`;
	});
}
