import { factRows } from '../../../../../columns/fact-rows.ts';
import { textOrDash } from '../../../../../columns/figures.ts';
import { sanitize } from '../../../../../format/sanitize.ts';
import type { State } from '../../../../../state/core/state.ts';
import { filterList, sortList } from '../../../../../state/list/list.ts';
import type { Segment } from '../../../../components/compose-line.ts';
import { memoize } from '../../../../components/memoize.ts';
import { filteredOut } from '../../../../sections/list-section.ts';
import {
	missingRows,
	notSampledText,
	staleSegments,
	textOfLines,
} from '../../../../sections/sampled-text.ts';
import { tableSection } from '../../../../sections/table-section.tsx';
import { clampPosition } from '../../../../surfaces/surface.ts';
import { processOf, withKnownProcess } from '../../process-column.ts';
import { threadCommands } from './commands.ts';
import { currentThread, cursorOf, rowsOf, type ThreadRow, threadColumns, threadKind } from './rows.ts';
import { hottest, type ThreadsSlice, takeThreads, threads } from './slice.ts';

/** Number of frames in the summary. */
const MAX_SHOWN_HOT_SPOTS = 3;

const hotSpotLines = memoize((given: Pick<ThreadsSlice, 'hotSpots'>): readonly string[] =>
	hottest(given, MAX_SHOWN_HOT_SPOTS).map(([frame, count]) => `${count}× ${frame}`),
);

export const threadsText = { paused: 'On hold. Space continues sampling.' } as const;

/** Returns how often the most frequent top frames were seen. */
function summary(slice: ThreadsSlice): readonly string[] {
	const { samples, unavailable, isPaused } = slice;
	const hot = hotSpotLines({ hotSpots: slice.hotSpots });
	return [
		...(isPaused ? [threadsText.paused] : []),
		...(unavailable === '' ? [] : [sanitize(unavailable, 300)]),
		...(hot.length === 0 ? [] : [`Top frames of ${samples} sample${samples === 1 ? '' : 's'}:`, ...hot]),
	];
}

const withCursor = (state: State, cursor: string | undefined) => threads.change(state, { cursor });

/** The threads of the service with their top frames. A thread expands to its stack. */
export const threadsSection = tableSection<ThreadRow>({
	id: 'debug-threads',
	title: 'Threads',
	hotkey: 't',
	commands: threadCommands,
	table: (state) => {
		const slice = threads.of(state);
		const { list, view, filter, sort } = slice.rows;
		return {
			// Frames are no threads.
			...(rowsOf(slice).length === view.length ? { noun: 'thread', total: list.length } : {}),
			columns: withKnownProcess(
				threadColumns,
				list.some(({ item }) => processOf(item.thread) !== ''),
			),
			rows: rowsOf(slice),
			cursor: cursorOf(slice),
			keyOf: ({ key }) => key,
			filter,
			sort,
		};
	},
	words: (state) => threads.of(state).rows.query.words,
	move: (state, by) => {
		const slice = threads.of(state);
		const rows = rowsOf(slice);
		return withCursor(state, rows[clampPosition(cursorOf(slice) + by, rows.length - 1)]?.key);
	},
	goTo: withCursor,
	setSort: (state, sort) =>
		threads.change(state, { rows: sortList(threadKind, threads.of(state).rows, sort) }),
	filter: {
		of: (state) => threads.of(state).rows.filter,
		set: (state, filter) =>
			threads.change(state, { rows: filterList(threadKind, threads.of(state).rows, filter, state.now) }),
	},
	missing: (state) => missingRows('thread', threads.of(state)),
	message: (state) => {
		const slice = threads.of(state);
		const none =
			slice.rows.list.length === 0 ? ['The service lists no threads.', ...summary(slice)] : undefined;
		return (
			notSampledText('its threads', slice) ??
			(none ? { id: 'none', lines: none } : filteredOut(slice.rows, 'thread'))
		);
	},
	text: (state) => {
		const slice = threads.of(state);
		const stale = textOfLines(staleSegments(slice, state.now));
		return {
			id: `${slice.failure?.kind ?? ''} ${slice.isPaused ? 'paused' : ''}`,
			lines: [...stale, ...summary(slice)],
		};
	},
	above: (state) => [
		...staleSegments(threads.of(state), state.now),
		...summary(threads.of(state)).map((text): Segment[] => [{ text, token: 'faint' }]),
	],
	below: (state, width) => {
		const row = currentThread(threads.of(state));
		if (!row) return [];
		// The column of the frames is narrow on a small terminal.
		const frame = textOrDash(row.frame ?? row.thread.item.top);
		return factRows([['frame', frame]], width).map(({ value }) => value);
	},
	isStale: (state) => threads.of(state).failure !== undefined,
	queries: [
		{
			name: 'threads',
			endpoint: 'listThreads',
			every: 2_000,
			when: (state) => !threads.of(state).isPaused,
			take: (state, answer, at) =>
				threads.put(state, takeThreads(threads.of(state), answer.threads, at, threadKind, answer)),
			fail: (state, failure) => threads.change(state, { failure }),
		},
	],
});
