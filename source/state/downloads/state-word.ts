import { type DownloadState, downloadStates } from '../../columns/download-state.ts';
import type { DownloadsSlice } from './downloads.ts';

/** Names of states in other programs. */
const synonyms: ReadonlyMap<string, DownloadState> = new Map<string, DownloadState>([
	['paused', 'stopped'],
	['stuck', 'stalled'],
	['errors', 'error'],
]);

/** A filter by a state in place of the state's name. */
export interface StateFilter {
	readonly filter: string;
	readonly count: number;
}

/** Returns the filter by a state if the filter is the name of that state, and no download has it in its own name. */
export function stateInstead({
	filter,
	list,
	view,
	totals,
	query,
}: Pick<DownloadsSlice, 'filter' | 'list' | 'view' | 'totals' | 'query'>): StateFilter | undefined {
	// Without a word, the filter is a condition already, such as 'error'.
	if (view.length > 0 || list.length === 0 || query.words.length === 0) return undefined;
	const word = filter.trim().toLowerCase();
	const state = downloadStates.find((each) => each === word) ?? synonyms.get(word);
	return state && { filter: `state:${state}`, count: totals.states.get(state) ?? 0 };
}
