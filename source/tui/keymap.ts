import type { State } from '../state/state.ts';
import type { Command, Scope } from './command.ts';
import { addCommands } from './dialogs/add/commands.ts';
import { filterCommands } from './dialogs/filter/commands.ts';
import { helpCommands } from './dialogs/help/commands.ts';
import { paletteCommands } from './dialogs/palette/commands.ts';
import { removeCommands } from './dialogs/remove/commands.ts';
import { globalCommands } from './global-commands.ts';
import { panes } from './panes/registry.ts';

/** Every command of the cockpit. */
export const commands: readonly Command[] = [
	...Object.values(panes).flatMap((pane) => pane.commands),
	...globalCommands,
	...filterCommands,
	...addCommands,
	...removeCommands,
	...paletteCommands,
	...helpCommands,
];

/** The scopes whose keys work now, the nearest first. A dialog has all keys but those that work everywhere. */
export function activeScopes(state: State): readonly Scope[] {
	const top = state.dialogs.at(-1);
	if (top) return [top.kind, 'everywhere'];
	if (state.pane !== 'downloads') return [state.pane, 'panes', 'everywhere'];
	const { focused, tab } = state.details;
	return [focused ? `tab-${tab}` : 'downloads', 'tabs', 'panes', 'everywhere'];
}

const ofScope = new Map<Scope, Command[]>();
for (const command of commands) {
	ofScope.set(command.scope, [...(ofScope.get(command.scope) ?? []), command]);
}

/** The commands whose keys work now, the nearest scope first. */
export function activeCommands(state: State): readonly Command[] {
	return activeScopes(state).flatMap((scope) => ofScope.get(scope) ?? []);
}

/** The commands of the pane beneath all dialogs. */
export function commandsBeneath(state: State): readonly Command[] {
	return activeCommands({ ...state, dialogs: [] });
}

/** The command of a key now; undefined when it has none. */
export function commandOf(state: State, key: string): Command | undefined {
	return activeCommands(state).find((command) => command.keys.includes(key));
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
