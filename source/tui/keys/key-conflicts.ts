import type { KeyBindings } from '../../state/core/keys.ts';
import type { Command } from '../surfaces/command.ts';

/** A key that two commands of one scope have. */
interface KeyConflict {
	readonly key: string;
	readonly one: Command;
	readonly other: Command;
}

/** Returns the keys that two commands have in one scope. Keys that work everywhere conflict in every scope. */
export function keyConflicts(commands: readonly Command[], bindings: KeyBindings): readonly KeyConflict[] {
	const owners = new Map<string, Command>();
	const conflicts: KeyConflict[] = [];
	const isEverywhere = ({ scope }: Command) => scope === 'everywhere';
	const ordered = [...commands.filter(isEverywhere), ...commands.filter((command) => !isEverywhere(command))];
	for (const command of ordered) {
		for (const key of new Set(bindings[command.id] ?? command.keys)) {
			const one = owners.get(`everywhere ${key}`) ?? owners.get(`${command.scope} ${key}`);
			if (one) conflicts.push({ key, one, other: command });
			else owners.set(`${command.scope} ${key}`, command);
		}
	}
	return conflicts;
}
