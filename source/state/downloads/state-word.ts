import { type DownloadState, downloadStates } from '../../columns/download-state.ts';
import type { DownloadsSlice } from './downloads.ts';

/** Names of states in other programs. */
const synonyms: ReadonlyMap<string, DownloadState> = new Map<string, DownloadState>([
	['paused', 'stopped'],
	['stuck', 'stalled'],
	['errors', 'error'],
]);

/** Minimum letters of the beginning of a name. */
const MIN_BEGINNING = 3;

const names: readonly (readonly [string, DownloadState])[] = [
	...downloadStates.map((state) => [state, state] as const),
	...synonyms,
];

/** Returns the state with this name, or the only one with a name that begins so. */
function stateNamed(word: string): DownloadState | undefined {
	if (word.length < MIN_BEGINNING) return undefined;
	const [state, ...others] = new Set(
		names.flatMap(([name, named]) => (name.startsWith(word) ? [named] : [])),
	);
	return others.length === 0 ? state : undefined;
}

/** A filter by a state in place of the state's name. */
export interface StateFilter {
	readonly filter: string;
	readonly count: number;
}

/**
 * Returns the filter by a state if the filter is the name of that state or its beginning, and no download has it in its
 * own name.
 */
export function stateInstead({
	filter,
	list,
	view,
	totals,
	query,
}: Pick<DownloadsSlice, 'filter' | 'list' | 'view' | 'totals' | 'query'>): StateFilter | undefined {
	// Without a word, the filter is a condition already, such as 'error'.
	if (view.length > 0 || list.length === 0 || query.words.length === 0) return undefined;
	const state = stateNamed(filter.trim().toLowerCase());
	return state && { filter: `state:${state}`, count: totals.states.get(state) ?? 0 };
}
