import { isDeepStrictEqual } from 'node:util';
import type { Download } from '../../protocol/resources/download.ts';
import type { DownloadsSlice } from '../downloads/downloads.ts';
import { type Change, type ChangeOf, changed } from './change.ts';
import type { OptimisticSlice } from './optimistic.ts';
import { endStep, type UndoStack } from './undo-stack.ts';
import type { Undoable } from './undoable.ts';

/**
 * Returns the reversal of a change; undefined if there is none, e.g. for a hash check. `expected`: a change that does
 * not show yet.
 */
function reversalOf(change: Change, download: Download, expected?: Change): ChangeOf | undefined {
	const { infohash } = download;
	const was = changed(download, expected);
	switch (change.kind) {
		case 'state': {
			// It waits again only if the service decides so.
			if (change.state === 'resume' && download.status === 'QUEUED') return undefined;
			const back = { stop: 'resume', resume: 'stop', recheck: undefined } as const;
			const state = back[change.state];
			return state && { infohash, change: { kind: 'state', state } };
		}
		case 'hops':
			return was.hops === undefined ? undefined : { infohash, change: { kind: 'hops', hops: was.hops } };
		case 'label':
			return { infohash, change: { kind: 'label', label: was.label ?? '' } };
		case 'name': {
			const name = was.torrent_name === undefined ? '' : was.name;
			return { infohash, change: { kind: 'name', name } };
		}
		case 'sequential':
			return { infohash, change: { kind: 'sequential', sequential: was.sequential ?? false } };
		case 'limits': {
			const { max_download_speed: hadDown, max_upload_speed: hadUp } = was;
			// An unknown limit cannot be restored.
			const isUnknown =
				(change.down !== undefined && hadDown === undefined) ||
				(change.up !== undefined && hadUp === undefined);
			if (isUnknown) return undefined;
			const down = change.down === undefined ? {} : { down: hadDown ?? 0 };
			const up = change.up === undefined ? {} : { up: hadUp ?? 0 };
			return { infohash, change: { kind: 'limits', ...down, ...up } };
		}
	}
}

/** Returns the reversals of changes, by infohash. Scans all rows once per batch. */
export function reversalsOf(
	changes: readonly ChangeOf[],
	list: DownloadsSlice['list'],
	optimistic: OptimisticSlice,
): ReadonlyMap<string, ChangeOf> {
	const ways = new Map<string, ChangeOf>();
	if (changes.length === 0) return ways;
	const asked = new Map(changes.map(({ infohash, change }) => [infohash, change]));
	for (const download of list) {
		const change = asked.get(download.infohash);
		const way = change && reversalOf(change, download, optimistic.get(download.infohash)?.change);
		if (way) ways.set(download.infohash, way);
	}
	return ways;
}

/** Returns the part for these downloads. */
export function restrictedTo(
	undoable: Undoable | undefined,
	infohashes: ReadonlySet<string>,
): Undoable | undefined {
	return (
		undoable && {
			...undoable,
			reversals: undoable.reversals.filter(({ infohash }) => infohashes.has(infohash)),
		}
	);
}

/** Returns the change that reverts all; undefined if they differ. */
export function commonChange(ways: readonly ChangeOf[]): Change | undefined {
	const first = ways[0]?.change;
	return ways.every(({ change }) => first && isDeepStrictEqual(change, first)) ? first : undefined;
}

/** Records a cleared selection, so that undo restores it. */
export function recordClearedSelection(
	undo: UndoStack<Undoable>,
	{ selection, range }: DownloadsSlice,
): UndoStack<Undoable> {
	if (selection.size === 0 || range?.isPersistent) return undo;
	const doing = `Deselecting ${selection.size === 1 ? '1 download' : `${selection.size} downloads`}`;
	const { done } = endStep(undo, { doing, reversals: [], selection }, undefined);
	// A selection changes no download, so redo stays possible.
	return { done, undone: undo.undone };
}
