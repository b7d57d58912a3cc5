import type { State } from '../state/state.ts';
import type { Command, Scope } from './command.ts';
import { addCommands } from './dialogs/add/commands.ts';
import { helpCommands } from './dialogs/help/commands.ts';
import { removeCommands } from './dialogs/remove/commands.ts';
import { globalCommands } from './global-commands.ts';
import { panes } from './panes/registry.ts';

/** Every command of the cockpit. */
export const commands: readonly Command[] = [
	...Object.values(panes).flatMap((pane) => pane.commands),
	...globalCommands,
	...addCommands,
	...removeCommands,
	...helpCommands,
];

/** The scopes whose keys work now, the nearest first. A dialog has all keys but those that work everywhere. */
export function activeScopes(state: State): readonly Scope[] {
	const top = state.dialogs.at(-1);
	return top ? [top.kind, 'everywhere'] : [state.pane, 'panes', 'everywhere'];
}

/** The commands whose keys work now, the nearest scope first. */
export function activeCommands(state: State): readonly Command[] {
	return activeScopes(state).flatMap((scope) => commands.filter((command) => command.scope === scope));
}

/** The command of a key now; undefined when it has none. */
export function commandOf(state: State, key: string): Command | undefined {
	return activeCommands(state).find((command) => command.keys.includes(key));
}

/** Why a command cannot be run now; undefined when it can. */
export function obstacle(command: Command, state: State): string | undefined {
	const when = command.when?.(state) ?? true;
	return when === true ? undefined : when;
}

const shownKeys: Readonly<Record<string, string>> = {
	up: '↑',
	down: '↓',
	left: '←',
	right: '→',
	escape: 'esc',
	pageup: 'pgup',
	pagedown: 'pgdn',
};

/** A key as people read it: '↑', 'ctrl-z'. */
export function showKey(key: string): string {
	return shownKeys[key] ?? key;
}
