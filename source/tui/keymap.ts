import type { State } from '../state/state.ts';
import type { Command, Scope } from './command.ts';
import { addCommands } from './dialogs/add/commands.ts';
import { addFilesCommands } from './dialogs/add-files/commands.ts';
import { browseCommands } from './dialogs/browse/commands.ts';
import { columnsCommands } from './dialogs/columns/commands.ts';
import { confirmCommands } from './dialogs/confirm/commands.ts';
import { deleteDataCommands } from './dialogs/delete-data/commands.ts';
import { entryCommands } from './dialogs/entry/commands.ts';
import { eventsFilterCommands } from './dialogs/events-filter/commands.ts';
import { failuresCommands } from './dialogs/failures/commands.ts';
import { filesFilterCommands } from './dialogs/files-filter/commands.ts';
import { filesPatternCommands } from './dialogs/files-pattern/commands.ts';
import { filterCommands } from './dialogs/filter/commands.ts';
import { filtersCommands } from './dialogs/filters/commands.ts';
import { helpCommands } from './dialogs/help/commands.ts';
import { hopsCommands } from './dialogs/hops/commands.ts';
import { limitsCommands } from './dialogs/limits/commands.ts';
import { paletteCommands } from './dialogs/palette/commands.ts';
import { removeCommands } from './dialogs/remove/commands.ts';
import { saveFilterCommands } from './dialogs/save-filter/commands.ts';
import { saveTorrentCommands } from './dialogs/save-torrent/commands.ts';
import { sortCommands } from './dialogs/sort/commands.ts';
import { streamCommands } from './dialogs/stream/commands.ts';
import { placeCommands } from './place-commands.ts';
import { activeScopes } from './scopes.ts';

export { activeScopes } from './scopes.ts';
export { showKey } from './show-key.ts';

/** Every command of the cockpit. */
export const commands: readonly Command[] = [
	...placeCommands,
	...filterCommands,
	...filtersCommands,
	...saveFilterCommands,
	...sortCommands,
	...columnsCommands,
	...eventsFilterCommands,
	...entryCommands,
	...filesFilterCommands,
	...filesPatternCommands,
	...addCommands,
	...browseCommands,
	...addFilesCommands,
	...removeCommands,
	...deleteDataCommands,
	...saveTorrentCommands,
	...streamCommands,
	...confirmCommands,
	...hopsCommands,
	...limitsCommands,
	...failuresCommands,
	...paletteCommands,
	...helpCommands,
];

const ofScope = new Map<Scope, Command[]>();
for (const command of commands) {
	ofScope.set(command.scope, [...(ofScope.get(command.scope) ?? []), command]);
}

interface Active {
	/** The nearest scope first. */
	readonly commands: readonly Command[];
	readonly ofKey: ReadonlyMap<string, Command>;
}

/** What was found for scopes once: it is asked for several times with every key. */
const active = new Map<string, Active>();

/** What is active in a state, and which of it each key means. */
function activeIn(state: State): Active {
	const scopes = activeScopes(state);
	const key = scopes.join();
	const known = active.get(key);
	if (known) return known;
	const found = scopes.flatMap((scope) => ofScope.get(scope) ?? []);
	// Of several commands of one key the first is meant: the nearest.
	const ofKey = new Map(
		found.flatMap((command) => command.keys.map((name) => [name, command] as const)).toReversed(),
	);
	const result = { commands: found, ofKey };
	active.set(key, result);
	return result;
}

/** The commands whose keys work now, the nearest scope first. For one state of scopes it is always the same array. */
export function activeCommands(state: State): readonly Command[] {
	return activeIn(state).commands;
}

/** The commands of the pane beneath all dialogs. */
export function commandsBeneath(state: State): readonly Command[] {
	return activeCommands({ ...state, dialogs: [] });
}

/** The command of a key now; undefined when it has none. */
export function commandOf(state: State, key: string): Command | undefined {
	return activeIn(state).ofKey.get(key);
}
