import type { OpenDialogs } from '../dialogs/open-dialogs.ts';
import { type Journal, mention } from '../events/journal.ts';
import { filterList, goToRow } from '../list/list.ts';
import type { PaneId } from '../surfaces/panes.ts';
import { type DownloadsSlice, downloadKind } from './downloads.ts';

/** Data that changes when the list shows another download. */
interface DownloadData extends OpenDialogs {
	readonly downloads: DownloadsSlice;
	readonly journal: Journal;
	readonly pane: PaneId;
}

export const goToDownloadText = {
	removed: 'This download is no longer in the list: it was removed.',
} as const;

/**
 * Shows a download in the list from anywhere; clears a filter that excludes it. Reports a download that no longer
 * exists.
 */
export function goToDownload<Data extends DownloadData>(data: Data, infohash: string, at: number): Data {
	const found = goToRow(downloadKind, data.downloads, infohash);
	const isHere = found.cursor === infohash && found.cursorAt >= 0;
	const downloads = isHere
		? found
		: goToRow(downloadKind, filterList(downloadKind, data.downloads, ''), infohash);
	if (downloads.cursor !== infohash || downloads.view[downloads.cursorAt]?.infohash !== infohash) {
		const news = { level: 'info', text: goToDownloadText.removed } as const;
		return { ...data, journal: mention(data.journal, news, at) };
	}
	return { ...data, downloads, pane: 'downloads', dialogs: [] };
}
