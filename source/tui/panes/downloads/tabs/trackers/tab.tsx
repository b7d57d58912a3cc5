import { type FactRow, factRows } from '../../../../../columns/fact-rows.ts';
import { noTrackers, trackerColumns } from '../../../../../columns/trackers.ts';
import type { Tracker } from '../../../../../protocol/resources/tracker.ts';
import { Message } from '../../../../components/message.tsx';
import { style } from '../../../../theme/theme.ts';
import { ListWithNote, noteHeight } from '../list-with-note.tsx';
import type { TabPlace, TabProps } from '../tab.ts';

/** A rule, and lines for the error of a tracker: so many at least, so that the list stays where it is mostly. */
const leastNote = 8;

const placeOf = ({ state, download }: TabPlace) =>
	Math.min(state.details.trackerAt, (download.trackers?.length ?? 0) - 1);

/** The trackers, and of the one under the cursor its whole address and its last error. */
function TrackersTab(props: TabProps) {
	const { download, state, theme, width, height, focused } = props;
	const { trackers = [] } = download;
	if (trackers.length === 0) {
		return <Message theme={theme} width={width} height={height} lines={[noTrackers(download)]} />;
	}
	const at = placeOf(props);
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
			noteRows={Math.max(leastNote, note.length + 1)}
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
	commands: [],
	component: TrackersTab,
	page: (place: TabPlace) => {
		const { trackers = [] } = place.download;
		const wanted = Math.max(leastNote, noteLines(trackers[placeOf(place)], place.width).length + 1);
		return { rows: place.height - noteHeight(place.height, wanted, trackers.length) - 1 };
	},
	position: (place: TabPlace) => {
		const { length } = place.download.trackers ?? [];
		return length === 0 ? '' : `${placeOf(place) + 1} of ${length}`;
	},
} as const;
