import type { State } from '../core/state.ts';
import { mention } from '../events/journal.ts';
import { filterList, goToRow } from '../list/list.ts';
import { downloadKind } from './downloads.ts';

/**
 * Shows a download in the list from anywhere; clears a filter that excludes it. Reports a download that no longer
 * exists.
 */
export function goToDownload(state: State, infohash: string, at: number): State {
	const found = goToRow(downloadKind, state.downloads, infohash);
	const isHere = found.cursor === infohash && found.cursorAt >= 0;
	const downloads = isHere
		? found
		: goToRow(downloadKind, filterList(downloadKind, state.downloads, ''), infohash);
	if (downloads.cursor !== infohash || downloads.view[downloads.cursorAt]?.infohash !== infohash) {
		const text = 'This download is no longer in the list: it was removed.';
		return { ...state, journal: mention(state.journal, { level: 'info', text }, at) };
	}
	return { ...state, downloads, pane: 'downloads', dialogs: [] };
}
