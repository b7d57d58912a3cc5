import { noTrackers, trackerColumns } from '../../../../../columns/trackers.ts';
import type { Tracker } from '../../../../../protocol/resources/tracker.ts';
import type { State } from '../../../../../state/core/state.ts';
import { current } from '../../../../../state/downloads/downloads.ts';
import { columnFitter } from '../../../../components/column-fitter.ts';
import type { DrawnTable } from '../../../../surfaces/row-table.ts';
import { clampPosition } from '../../../../surfaces/surface.ts';
import { factNote, listTab } from '../list-with-note.tsx';
import type { Tab } from '../tab.ts';
import { trackerCommands } from './commands.ts';

/** A rule, and minimum lines for the error of a tracker, so that the list rarely moves. */
const MIN_NOTE_ROWS = 8;

function trackerTable({ details, downloads }: State): DrawnTable<Tracker> {
	const { trackers = [] } = current(downloads) ?? {};
	return {
		noun: 'tracker',
		columns: trackerColumns,
		rows: trackers,
		cursor: Math.min(details.trackerIndex, trackers.length - 1),
		keyOf: ({ url }) => url,
		share: 0,
	};
}

/** Returns the whole address and the last error of a tracker. */
function noteOf(tracker: Tracker | undefined, _: State, width: number) {
	if (!tracker) return [];
	const { url, status, error = '' } = tracker;
	return factNote([['url', url], error === '' ? ['status', status] : ['error', error]], width);
}

/** The trackers of the download. */
export const trackersTab = {
	id: 'trackers',
	title: 'Trackers',
	hotkey: 't',
	commands: trackerCommands,
	message: ({ downloads }) => {
		const download = current(downloads);
		return !download || (download.trackers ?? []).length > 0
			? undefined
			: { id: 'none', lines: [noTrackers(download)] };
	},
	...listTab({
		table: trackerTable,
		move: (state, rows) => {
			const { cursor, rows: trackers } = trackerTable(state);
			const trackerIndex = clampPosition(cursor + rows, trackers.length - 1);
			return { ...state, details: { ...state.details, trackerIndex } };
		},
		note: noteOf,
		minNoteRows: MIN_NOTE_ROWS,
		hasWholeNote: true,
		// Addresses of trackers are long, and most statuses are short.
		fitted: columnFitter<Tracker>(true),
		isStale: ({ connection }) => connection.failure !== undefined,
	}),
} as const satisfies Tab;
