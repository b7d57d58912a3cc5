import type { State } from '../../../state/core/state.ts';
import { lineText } from '../../../state/dialogs/line-edit.ts';
import { wayTo } from '../../actions/navigate.ts';
import { obstacle } from '../../commands/command.ts';
import { placeCommands } from '../../commands/pane-commands.ts';
import { activeScopes, type Reachable, withWorkingKeys } from '../../commands/scopes.ts';
import { showKey } from '../../commands/show-key.ts';
import { matchOf } from './match.ts';

/** A command that was found, with the keys that mean it. */
export interface Found extends Reachable {
	/** Why it cannot be run now; undefined when it can. */
	readonly why: string | undefined;
}

/** What is said where no command has what was typed. */
export const nothingFound = 'No command is called that: delete some, or esc leaves.';

/** What was found: the dialog, the footer and the keys ask for the same state. */
const known = new WeakMap<State, readonly Found[]>();

/**
 * Those of all commands whose titles or keys have all words that were typed, the best first: what begins as typed, then
 * what can be done, then what was chosen of late. What works in another place is found too, with the way there.
 */
export function findCommands(state: State): readonly Found[] {
	const found = known.get(state) ?? find(state);
	known.set(state, found);
	return found;
}

function find(state: State): readonly Found[] {
	const top = state.dialogs.at(-1);
	const typed = top?.kind === 'palette' ? lineText(top.line).trim().toLowerCase() : '';
	const ranked = findable({ ...state, dialogs: [] }).flatMap((found) => {
		const match = matchOf(typed, found.command, found.keys.map(showKey));
		const recent = state.recent.indexOf(found.command.id);
		return match === undefined
			? []
			: [
					{
						found,
						rank: [match, found.why === undefined ? 0 : 1, recent < 0 ? state.recent.length : recent],
					},
				];
	});
	return ranked.toSorted((one, other) => compare(one.rank, other.rank)).map(({ found }) => found);
}

function compare(one: readonly number[], other: readonly number[]): number {
	const index = one.findIndex((rank, at) => rank !== other[at]);
	return index < 0 ? 0 : (one[index] ?? 0) - (other[index] ?? 0);
}

/** What can be looked for on a pane: what works here, and what works on other panes and in other tabs. */
function findable(beneath: State): readonly Found[] {
	const scopes = activeScopes(beneath);
	const here = withWorkingKeys(
		scopes.flatMap((scope) => placeCommands.filter((command) => command.scope === scope)),
	);
	const elsewhere = placeCommands.filter(({ scope }) => !scopes.includes(scope));
	return [
		...here.map((reachable) => ({ ...reachable, why: obstacle(reachable.command, beneath) })),
		...elsewhere.map((command) => ({
			command,
			keys: command.keys,
			why: `Only ${wayTo(command.scope, beneath)}.`,
		})),
	];
}
