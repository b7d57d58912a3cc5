import { type DownloadsSlice, downloadKind } from '../downloads/downloads.ts';
import { moveRows } from '../list/list.ts';
import { extendRange, moveWithRange, selectKeys, toggleRange, updateSelection } from '../list/selection.ts';
import type { Message } from './message.ts';

type SelectionMessage = Extract<Message, { type: 'select' | 'select-keys' | 'range' | 'extend-range' }>;

/** Returns the downloads after a change of the selection. */
export function updateDownloadSelection(slice: DownloadsSlice, message: SelectionMessage): DownloadsSlice {
	switch (message.type) {
		case 'select':
			return updateSelection(downloadKind, slice, message.which);
		case 'select-keys':
			return selectKeys(downloadKind, slice, message.keys);
		case 'range':
			return toggleRange(downloadKind, slice);
		case 'extend-range':
			return extendRange(downloadKind, slice, mover(message.rows));
	}
}

/** Moves the cursor; a persistent range follows it. */
export function moveCursor(slice: DownloadsSlice, rows: number): DownloadsSlice {
	return moveWithRange(downloadKind, slice, mover(rows));
}

function mover(rows: number): (slice: DownloadsSlice) => DownloadsSlice {
	return (slice) => moveRows(downloadKind, slice, rows);
}
