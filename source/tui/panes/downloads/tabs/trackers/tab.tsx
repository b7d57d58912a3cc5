import { type FactRow, factRows } from '../../../../../columns/fact-rows.ts';
import { noTrackers, trackerColumns } from '../../../../../columns/trackers.ts';
import type { Tracker } from '../../../../../protocol/resources/tracker.ts';
import type { State } from '../../../../../state/core/state.ts';
import { current } from '../../../../../state/downloads/downloads.ts';
import { columnFitter } from '../../../../components/column-fitter.ts';
import { type DrawnTable, tableList } from '../../../../surfaces/row-table.ts';
import { clampPosition } from '../../../../surfaces/surface.ts';
import { style } from '../../../../theme/theme.ts';
import { ListWithNote, noteHeight } from '../list-with-note.tsx';
import type { Tab, TabPlace, TabProps } from '../tab.ts';
import { trackerCommands } from './commands.ts';

/** A rule, and minimum lines for the error of a tracker, so that the list rarely moves. */
const MIN_NOTE_ROWS = 8;

/** Addresses of trackers are long, and most statuses are short. */
const fitted = columnFitter<Tracker>(true);

function trackerTable({ details, downloads }: State): DrawnTable<Tracker> {
	const { trackers = [] } = current(downloads) ?? {};
	return {
		noun: 'tracker',
		columns: trackerColumns,
		rows: trackers,
		cursor: Math.min(details.trackerIndex, trackers.length - 1),
		keyOf: ({ url }) => url,
	};
}

/** The trackers, with the whole address and the last error of the one under the cursor. */
function TrackersTab({ download, state, theme, width, height, gutter, focused }: TabProps) {
	const { trackers = [] } = download;
	const table = trackerTable(state);
	const note = noteLines(trackers[table.cursor], width);
	return (
		<ListWithNote
			{...table}
			columns={fitted({ columns: table.columns, rows: table.rows, width, share: 0 })}
			cursor={focused ? table.cursor : -1}
			theme={theme}
			width={width}
			height={height}
			gutter={gutter}
			share={0}
			faint={state.connection.failure !== undefined}
			note={note.map(({ fact, value }) => style(theme, fact === 'error' ? 'bad' : 'normal', value))}
			noteRows={Math.max(MIN_NOTE_ROWS, note.length + 1)}
		/>
	);
}

function noteLines(tracker: Tracker | undefined, width: number): FactRow[] {
	if (!tracker) return [];
	const { url, status, error = '' } = tracker;
	return factRows([['url', url], error === '' ? ['status', status] : ['error', error]], width);
}

export const trackersTab = {
	id: 'trackers',
	title: 'Trackers',
	hotkey: 't',
	commands: trackerCommands,
	component: TrackersTab,
	message: ({ downloads }) => {
		const download = current(downloads);
		return !download || (download.trackers ?? []).length > 0
			? undefined
			: { id: 'none', lines: [noTrackers(download)] };
	},
	list: tableList({
		table: trackerTable,
		move: (state, rows) => {
			const { cursor, rows: trackers } = trackerTable(state);
			const trackerIndex = clampPosition(cursor + rows, trackers.length - 1);
			return { ...state, details: { ...state.details, trackerIndex } };
		},
	}),
	page: (place: TabPlace) => {
		const { trackers = [] } = place.download;
		const wanted = Math.max(
			MIN_NOTE_ROWS,
			noteLines(trackers[trackerTable(place.state).cursor], place.width).length + 1,
		);
		return { rows: place.height - noteHeight(place.height, wanted, trackers.length) - 1 };
	},
} as const satisfies Tab;
