import { hasSeveral } from '../../../../state/contexts/contexts.ts';
import type { State } from '../../../../state/core/state.ts';
import { lineText } from '../../../../state/surfaces/line-edit.ts';
import { withKeys } from '../../../keys/effective-keys.ts';
import { showKey } from '../../../keys/show-key.ts';
import { type Command, obstacle } from '../../../surfaces/command.ts';
import { withEffectiveKeys } from '../../commands/key-texts.ts';
import { paneCommands } from '../../commands/pane-commands.ts';
import { commandsBeneath } from '../../commands/pane-keymap.ts';
import { howToReach, isNear } from '../../commands/scope-places.ts';
import { activeScopes, type Reachable, withWorkingKeys } from '../../commands/scopes.ts';
import { matchOf } from './match.ts';

const prefix = 'context-show-';

const paletteContextText = {
	title: (name: string) => `${name}: switch to this service`,
} as const;

/** Returns a command for each other service of the user. */
function contextCommands(state: State): readonly Command[] {
	if (!hasSeveral(state)) return [];
	const { current, rows } = state.contexts;
	return rows.list
		.filter(({ name }) => name !== current)
		.map(({ name, url }) => ({
			id: prefix + name,
			group: 'view',
			scope: 'panes',
			keys: [],
			title: paletteContextText.title(name),
			words: `switch context ${url}`,
			run: ({ showContext }) => showContext(name),
		}));
}

/** Grades a command by the name of its service: before all others if it is typed completely, then by its beginning. */
function matchOfName(typed: string, { id }: Pick<Command, 'id'>): number | undefined {
	if (typed === '' || !id.startsWith(prefix)) return undefined;
	const name = id.slice(prefix.length).toLowerCase();
	if (name === typed) return -1;
	return name.startsWith(typed) ? 0.5 : undefined;
}

/** A found command, with its working keys. */
export interface Found extends Reachable {
	/** Why it is not available; undefined when it is. */
	readonly why: string | undefined;
	/** Whether its keys work in this place. */
	readonly isHere: boolean;
}

/** Message for a search without results. */
export const nothingFound = 'No such command.';

/** Cached results: dialog, footer and keys search for the same state. */
const known = new WeakMap<State, readonly Found[]>();

/**
 * Returns the commands whose titles or keys contain all typed words, the best first. Matches at the start come first,
 * then available commands, then recent ones. Commands of other surfaces are found too, with the way there.
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
		const match = matchOfName(typed, found.command) ?? matchOf(typed, found.command, found.keys.map(showKey));
		const recent = state.recent.indexOf(found.command.id);
		return match === undefined
			? []
			: [
					{
						found,
						rank: [
							match,
							found.isHere && found.why === undefined ? 0 : 1,
							recent < 0 ? state.recent.length : recent,
						],
					},
				];
	});
	return ranked.toSorted((one, other) => compare(one.rank, other.rank)).map(({ found }) => found);
}

function compare(one: readonly number[], other: readonly number[]): number {
	const index = one.findIndex((rank, at) => rank !== other[at]);
	return index < 0 ? 0 : (one[index] ?? 0) - (other[index] ?? 0);
}

/** Returns all commands of panes and tabs, those of the current surface first. */
function findable(beneath: State): readonly Found[] {
	const scopes = activeScopes(beneath);
	const commands = withKeys(paneCommands, beneath.keys);
	const here = withWorkingKeys(commandsBeneath(beneath));
	const elsewhere = commands.filter(({ scope }) => !scopes.includes(scope));
	return withoutRepeatedTitles([
		...contextCommands(beneath).map((command) => ({ command, keys: [], isHere: true, why: undefined })),
		...here.map((reachable) => {
			const why = obstacle(reachable.command, beneath);
			return { ...reachable, isHere: true, why: why === undefined ? why : withEffectiveKeys(why, beneath) };
		}),
		...elsewhere.map((command) => ({
			command,
			keys: command.keys,
			isHere: false,
			why: isNear(command.scope, beneath) ? undefined : `Only ${howToReach(command.scope, beneath)}.`,
		})),
	]);
}

/**
 * Lists each title once. Commands of one title have the same effect, so one that works here stands for all others, with
 * the keys of all that work here. Elsewhere, one stands for all that are reached alike.
 */
function withoutRepeatedTitles(all: readonly Found[]): readonly Found[] {
	const listed = new Map<string, Found>();
	for (const found of all) {
		const { title } = found.command;
		const same = listed.get(title);
		if (same?.isHere && found.isHere) {
			const better = same.why !== undefined && found.why === undefined ? found : same;
			listed.set(title, { ...better, keys: [...same.keys, ...found.keys] });
		} else if (!same?.isHere) {
			const key = found.isHere ? title : `${title}\n${found.why ?? ''}`;
			if (!listed.has(key)) listed.set(key, found);
		}
	}
	return [...listed.values()];
}
