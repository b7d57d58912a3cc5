import { declaredKeys, type KeyBindings } from '../../state/core/keys.ts';
import type { Command } from '../surfaces/command.ts';
import { listKeys, type Step } from '../surfaces/move-commands.ts';
import type { PresetName } from './preset-names.ts';
import { presets } from './presets.ts';

/** Returns the keys of commands that a preset changes. */
export function presetBindings(name: PresetName, commands: readonly Command[]): KeyBindings {
	if (name === 'default') return declaredKeys;
	const { steps, aliases = {}, bindings } = presets[name];
	const replaced = (command: Command): readonly string[] => {
		const own = bindings[command.id];
		const step = own ? undefined : stepOf(command);
		const moves = step && steps[step];
		if (!step || !moves) return own ?? command.keys;
		const declared: readonly string[] = listKeys[step];
		return [...moves, ...command.keys.filter((key) => !declared.includes(key) && !moves.includes(key))];
	};
	const isBound = (command: Command) => bindings[command.id] !== undefined;
	// The commands with keys of their own take precedence over movements, and all of them over aliases.
	const taken = new KeysOfScopes();
	const kept = new Map<Command, readonly string[]>();
	const order = [
		...commands.filter(isBound),
		...commands.filter((command) => !isBound(command) && stepOf(command) === undefined),
		...commands.filter((command) => !isBound(command) && stepOf(command) !== undefined),
	];
	for (const command of order) kept.set(command, taken.take(command, replaced(command)));
	return Object.fromEntries(
		commands.flatMap((command): [string, readonly string[]][] => {
			const keys = kept.get(command) ?? command.keys;
			const more = taken.take(
				command,
				keys.flatMap((key) => aliases[key] ?? []),
			);
			const all = [...keys, ...more];
			return all.join(' ') === command.keys.join(' ') ? [] : [[command.id, all]];
		}),
	);
}

/** The keys that are taken, by scope. */
class KeysOfScopes {
	readonly #keys = new Map<string, Set<string>>();

	/** Takes keys for a command; returns those that were free. */
	take({ scope }: Command, keys: readonly string[]): readonly string[] {
		const taken = this.#keys.get(scope) ?? new Set();
		this.#keys.set(scope, taken);
		const free = [...new Set(keys)].filter((key) => !taken.has(key));
		for (const key of free) taken.add(key);
		return free;
	}
}

const stepNames = ['half-down', 'half-up', 'page-down', 'page-up', 'down', 'up', 'first', 'last'] as const;

/** Returns the step of a command that moves through a list with the keys of lists. */
function stepOf({ id, keys }: Command): Step | undefined {
	return stepNames.find(
		(step) => (id === step || id.endsWith(`-${step}`)) && listKeys[step].every((key) => keys.includes(key)),
	);
}
