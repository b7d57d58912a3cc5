import { lineText } from '../../../state/line-edit.ts';
import { paneIds, type State } from '../../../state/state.ts';
import { type Command, obstacle, type Scope } from '../../command.ts';
import { activeScopes, type Reachable, withWorkingKeys } from '../../scopes.ts';
import { showKey } from '../../show-key.ts';
import { matchOf } from './match.ts';

/** A command that was found, with the keys that mean it. */
export interface Found extends Reachable {
	/** Why it cannot be run now; undefined when it can. */
	readonly why: string | undefined;
}

/**
 * Those of all commands whose titles or keys have all words that were typed, the best first: what begins as typed, then
 * what can be done, then what was chosen of late. What works in another place is found too, with the way there.
 */
export function findCommands(commands: readonly Command[], state: State): readonly Found[] {
	const top = state.dialogs.at(-1);
	const typed = top?.kind === 'palette' ? lineText(top.line).trim().toLowerCase() : '';
	const ranked = findable(commands, { ...state, dialogs: [] }).flatMap((found) => {
		const match = matchOf(typed, found.command.title, found.keys.map(showKey));
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
function findable(commands: readonly Command[], beneath: State): readonly Found[] {
	const scopes = activeScopes(beneath);
	const here = withWorkingKeys(
		scopes.flatMap((scope) => commands.filter((command) => command.scope === scope)),
	);
	const elsewhere = commands.filter(({ scope }) => !scopes.includes(scope) && isPlace(scope));
	return [
		...here.map((reachable) => ({ ...reachable, why: obstacle(reachable.command, beneath) })),
		...elsewhere.map((command) => ({
			command,
			keys: command.keys,
			why: wayTo(command.scope, commands, beneath),
		})),
	];
}

/** Is it no dialog? What works in one is of no use elsewhere. */
function isPlace(scope: Scope): boolean {
	return scope === 'tabs' || scope.startsWith('tab-') || paneIds.some((id) => id === scope);
}

/** 'Only in files: f leads there.' */
function wayTo(scope: Scope, commands: readonly Command[], { pane }: State): string {
	const ofDownloads = scope === 'tabs' || scope.startsWith('tab-') || scope === 'downloads';
	const place = ofDownloads && pane !== 'downloads' ? 'downloads' : scope.replace('tab-', '');
	const leading =
		place !== 'downloads' && scope.startsWith('tab-')
			? scope
			: pane === 'downloads' && ofDownloads
				? 'details-leave'
				: `pane-${place}`;
	const key = commands.find(({ id }) => id === leading)?.keys[0] ?? '';
	return `Only in ${leading === 'details-leave' ? 'the list' : place}: ${showKey(key)} leads there.`;
}
