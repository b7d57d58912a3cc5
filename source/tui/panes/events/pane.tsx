import { Box } from 'ink';
import { paragraphs } from '../../../format/paragraphs.ts';
import type { State } from '../../../state/core/state.ts';
import { newestEntry } from '../../../state/events/alerts.ts';
import type { JournalEntry } from '../../../state/events/journal-entry.ts';
import { minLevelNames } from '../../../state/events/journal-filter.ts';
import { currentEntry, moveJournal, updateJournal } from '../../../state/events/journal-view.ts';
import { filterWords } from '../../../state/list/filter.ts';
import type { Segment } from '../../components/compose-line.ts';
import { fullEntryText, timeText } from '../../components/entry-text.ts';
import { edgeLine, edgeSegments } from '../../components/panel-edge.ts';
import { RowList } from '../../components/row-list.tsx';
import type { Pane, PaneProps } from '../../surfaces/pane.ts';
import { tableList } from '../../surfaces/row-table.ts';
import type { SurfaceText } from '../../surfaces/surface.ts';
import { Canvas } from '../../terminal/canvas.tsx';
import { eventCommands, eventsText } from './commands.ts';
import { eventTable } from './table.ts';

/** Maximum lines of the event under the cursor; longer events open in a dialog. */
const MAX_READING_ROWS = 8;

/** Divides the events pane between its list and the text of the event under the cursor. */
function layOutEvents(height: number): { readonly list: number; readonly reading: number } {
	const quarter = Math.min(MAX_READING_ROWS, Math.floor(height / 4));
	const reading = quarter < 2 ? 0 : quarter;
	return { list: height - reading, reading };
}

/** All events, the newest at the bottom, and more text of the event under the cursor below it. */
function EventsPane({ state, theme, width, height, gutter }: PaneProps) {
	const { journal } = state;
	const entry = currentEntry(journal);
	const table = eventTable(state);
	const { list, reading } = layOutEvents(height);
	return (
		<Box width={width} height={height} flexDirection="column">
			<RowList
				{...table}
				theme={theme}
				width={width}
				height={list}
				gutter={gutter}
				words={filterWords(journal.filter)}
				part="list"
			/>
			{entry && reading > 0 && <Reading entry={entry} theme={theme} width={width} height={reading} />}
		</Box>
	);
}

interface ReadingProps extends Pick<PaneProps, 'theme' | 'width' | 'height'> {
	readonly entry: JournalEntry;
}

/** The event under the cursor: its cause, and as much of its text as fits. */
function Reading({ entry, theme, width, height }: ReadingProps) {
	const lines = paragraphs(fullEntryText(entry), width);
	const room = height - 1;
	const more: Segment[] =
		lines.length > room ? [{ text: '  v', token: 'key' }, { text: ' shows all of it' }] : [];
	const left: Segment[] = [{ text: `${timeText(entry.at)} ${entry.level}`, token: 'heading' }, ...more];
	const rule = edgeSegments({
		width,
		side: 'top',
		frame: 'line',
		token: 'border',
		left,
	});
	const drawn = [edgeLine(theme, rule), ...lines.slice(0, room)];
	return <Canvas width={width} height={height} lines={drawn} />;
}

/** Returns why no event is shown. */
function message({ journal }: State): SurfaceText | undefined {
	const { entries, view, filter, minLevel } = journal;
	if (view.length > 0) return undefined;
	if (entries.length > 0 && minLevel !== 'all') {
		const none = filter === '' ? 'No event of this level' : 'No event of this level has these words';
		return {
			id: 'not so grave',
			lines: [`${none}: only ${minLevelNames[minLevel]} are shown.`, 'Press l for the others.'],
		};
	}
	if (entries.length > 0)
		return { id: 'filtered out', lines: ['No event has these words.', 'Esc clears the filter.'] };
	return { id: 'none', lines: [eventsText.nothing, 'Events appear here.'] };
}

/** The events include the failed requests. */
function withSeenFailures(state: State): State {
	return state.batches.seen ? state : { ...state, batches: { ...state.batches, seen: true } };
}

export const eventsPane = {
	id: 'events',
	title: 'Events',
	hotkey: '2',
	words: 'log history',
	commands: eventCommands,
	component: EventsPane,
	message,
	list: tableList({
		table: eventTable,
		move: (state, rows) => ({ ...state, journal: moveJournal(state.journal, rows) }),
		goTo: (state, key) => ({
			...state,
			journal: updateJournal(state.journal, { type: 'cursor', id: Number(key) }),
		}),
	}),
	page: (_, __, height) => ({ page: Math.max(1, layOutEvents(height).list - 1) }),
	showsJournal: true,
	onOpen: withSeenFailures,
	onLeave: (state) => ({ ...withSeenFailures(state), alertsSeen: newestEntry(state.journal) }),
} as const satisfies Pane;
