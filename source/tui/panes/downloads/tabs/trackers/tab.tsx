import { type FactRow, factRows } from '../../../../../columns/fact-rows.ts';
import { noTrackers, trackerColumns } from '../../../../../columns/trackers.ts';
import { oneLine } from '../../../../../format/one-line.ts';
import type { Download } from '../../../../../protocol/resources/download.ts';
import type { Tracker } from '../../../../../protocol/resources/tracker.ts';
import type { State } from '../../../../../state/core/state.ts';
import { current } from '../../../../../state/downloads/downloads.ts';
import { Message } from '../../../../components/message.tsx';
import { rowSentence } from '../../../../components/row-sentence.ts';
import { clampPosition, type SpokenRow } from '../../../../surfaces/surface.ts';
import { style } from '../../../../theme/theme.ts';
import { ListWithNote, noteHeight } from '../list-with-note.tsx';
import type { Tab, TabPlace, TabProps } from '../tab.ts';

/** A rule, and minimum lines for the error of a tracker, so that the list rarely moves. */
const MIN_NOTE_ROWS = 8;

const indexOf = ({ state, download }: TabPlace) =>
	Math.min(state.details.trackerAt, (download.trackers?.length ?? 0) - 1);

/** The trackers, with the whole address and the last error of the one under the cursor. */
function TrackersTab(props: TabProps) {
	const { download, state, theme, width, height, focused } = props;
	const { trackers = [] } = download;
	if (trackers.length === 0) {
		return <Message theme={theme} width={width} height={height} lines={[noTrackers(download)]} />;
	}
	const at = indexOf(props);
	const note = noteLines(trackers[at], width);
	return (
		<ListWithNote
			columns={trackerColumns}
			rows={trackers}
			cursor={focused ? at : -1}
			theme={theme}
			width={width}
			height={height}
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

function trackerRow({ details }: State, { trackers = [] }: Download): SpokenRow | undefined {
	const at = Math.min(details.trackerAt, trackers.length - 1);
	const tracker = trackers[at];
	if (!tracker) return undefined;
	const { status, error = '' } = tracker;
	return {
		id: `tracker ${at}`,
		condition: status,
		lines: () => [
			`${rowSentence(trackerColumns, ['url', 'status', 'peers', 'seeds', 'leeches'], tracker)}; ${at + 1} of ${trackers.length}.`,
			...(error === '' ? [] : [`Its last error: ${oneLine(error, 600)}`]),
		],
	};
}

export const trackersTab = {
	id: 'trackers',
	title: 'Trackers',
	hotkey: 't',
	commands: [],
	component: TrackersTab,
	list: {
		positions: ({ downloads }) => current(downloads)?.trackers?.length ?? 0,
		move: (state, rows) => {
			const { details, downloads } = state;
			const last = (current(downloads)?.trackers?.length ?? 0) - 1;
			const trackerAt = clampPosition(Math.min(details.trackerAt, last) + rows, last);
			return { ...state, details: { ...details, trackerAt } };
		},
	},
	spoken: {
		lines: (_, download) => {
			const { length } = download.trackers ?? [];
			return [length === 0 ? noTrackers(download) : `${length} ${length === 1 ? 'tracker' : 'trackers'}.`];
		},
		row: trackerRow,
	},
	page: (place: TabPlace) => {
		const { trackers = [] } = place.download;
		const wanted = Math.max(MIN_NOTE_ROWS, noteLines(trackers[indexOf(place)], place.width).length + 1);
		return { rows: place.height - noteHeight(place.height, wanted, trackers.length) - 1 };
	},
	position: (place: TabPlace) => {
		const { length } = place.download.trackers ?? [];
		return length === 0 ? '' : `${indexOf(place) + 1} of ${length}`;
	},
} as const satisfies Tab;
