import type { KeyBindings } from '../../../state/core/keys.ts';
import type { State } from '../../../state/core/state.ts';
import { withKeys } from '../../keys/effective-keys.ts';
import type { Command, Scope } from '../../surfaces/command.ts';
import { activeScopes } from './scopes.ts';

interface Keymap {
	/** Returns commands whose keys work now, the nearest scope first. The same scopes return the same array. */
	readonly active: (state: State) => readonly Command[];
	/** Returns the command that a key runs now; undefined if none. */
	readonly commandOf: (state: State, key: string) => Command | undefined;
}

interface Active {
	readonly commands: readonly Command[];
	readonly ofKey: ReadonlyMap<string, Command>;
}

/**
 * Indexes commands by scope and key. Results are cached by the bindings and the active scopes: several lookups follow
 * each key.
 */
export function createKeymap(commands: readonly Command[]): Keymap {
	const indexes = new WeakMap<KeyBindings, (state: State) => Active>();
	const find = (state: State): Active => {
		let index = indexes.get(state.keys);
		if (!index) {
			index = indexOf(withKeys(commands, state.keys));
			indexes.set(state.keys, index);
		}
		return index(state);
	};
	return {
		active: (state) => find(state).commands,
		commandOf: (state, key) => find(state).ofKey.get(key),
	};
}

/** Returns a function that returns the active commands of a state. */
function indexOf(commands: readonly Command[]): (state: State) => Active {
	const ofScope = new Map<Scope, Command[]>();
	for (const command of commands)
		ofScope.set(command.scope, [...(ofScope.get(command.scope) ?? []), command]);
	const cache = new Map<string, Active>();
	return (state) => {
		const scopes = activeScopes(state);
		const key = scopes.join();
		const active = cache.get(key) ?? activeOf(scopes);
		cache.set(key, active);
		return active;
	};

	function activeOf(scopes: readonly Scope[]): Active {
		const found = scopes.flatMap((scope) => ofScope.get(scope) ?? []);
		// If several commands have the same key, the first one is the nearest and wins.
		const ofKey = new Map(
			found.flatMap((command) => command.keys.map((name) => [name, command] as const)).toReversed(),
		);
		return { commands: found, ofKey };
	}
}
