import type { Column } from '../../../../../columns/column.ts';
import { growingColumn, numberColumn, textColumn } from '../../../../../columns/declare.ts';
import { formatOrDash, sortable, textOrDash } from '../../../../../columns/figures.ts';
import { duration } from '../../../../../format/duration.ts';
import type { Observed } from '../../../../../state/list/observed.ts';
import { memoize } from '../../../../components/memoize.ts';
import { changeColumn, itemColumn, observedKind } from '../../observed-list.ts';
import { processOf } from '../../process-column.ts';
import { frameText } from './frame-text.ts';
import { type SampledThread, type ThreadsSlice, threadChanges } from './slice.ts';

/** A thread, or a frame of an expanded one. */
export interface ThreadRow {
	readonly key: string;
	readonly thread: Observed<SampledThread>;
	/** Sanitized; undefined for the thread itself. */
	readonly frame: string | undefined;
}

/** Formats the CPU time of a thread: '0.4s', '12m 5s'. */
const cpuTime = (seconds: number) =>
	seconds >= 0 && seconds < 60 ? `${seconds.toFixed(1)}s` : duration(seconds);

const nameOf = ({ thread }: SampledThread) => thread.thread_name || `thread ${thread.thread_id}`;

export const threadKindColumns: readonly Column<Observed<SampledThread>>[] = [
	itemColumn<SampledThread>({ ...textColumn('thread', 'THREAD', 20, 0, nameOf), sortKey: nameOf }),
	itemColumn<SampledThread>({
		...textColumn('process', 'PROCESS', 7, 5, ({ thread }) => textOrDash(processOf(thread))),
		sortKey: ({ thread }) => processOf(thread),
	}),
	itemColumn<SampledThread>({
		...textColumn('thread-status', 'STATUS', 9, 4, ({ thread }) => textOrDash(thread.status)),
		sortKey: ({ thread }) => thread.status ?? '',
		tone: ({ thread }) => (thread.status === 'running' ? 'busy' : 'normal'),
	}),
	itemColumn<SampledThread>({
		...numberColumn('cpu', 'CPU', 6, 3, ({ thread }) => formatOrDash(thread.cpu_time, cpuTime)),
		sortKey: ({ thread }) => sortable(thread.cpu_time),
		greatestFirst: true,
	}),
	changeColumn('ended'),
	itemColumn<SampledThread>({
		...numberColumn('seen', 'SEEN', 5, 2, ({ seen }) => String(seen)),
		sortKey: ({ seen }) => seen,
		greatestFirst: true,
	}),
	itemColumn<SampledThread>({
		...growingColumn('top', 'TOP FRAME', 20, ({ top }) => textOrDash(top)),
		sortKey: ({ top }) => top,
	}),
];

export const threadKind = observedKind(threadKindColumns, threadChanges);

/** The columns of threads and frames. A frame has only its text. */
export const threadColumns: readonly Column<ThreadRow>[] = threadKindColumns.map(
	(column): Column<ThreadRow> => {
		const { value, sortKey, tone, spoken, pieces: _, reason: __, data: ___, ...rest } = column;
		const isFrame = rest.grows === true;
		const text = ({ thread, frame }: ThreadRow, width: number) =>
			frame === undefined ? value(thread, width) : isFrame ? frame : '';
		return {
			...rest,
			value: text,
			tone: ({ thread, frame }) => (frame === undefined ? (tone?.(thread) ?? 'normal') : 'faint'),
			...(spoken ? { spoken: (row: ThreadRow) => (row.frame === undefined ? spoken(row.thread) : '') } : {}),
			...(sortKey ? { sortKey: ({ thread }: ThreadRow) => sortKey(thread) } : {}),
		};
	},
);

/** Returns the rows: each thread, and below an expanded one its frames, the innermost first. */
const threadRows = memoize(
	({ view, expanded }: { view: ThreadsSlice['rows']['view']; expanded: ThreadsSlice['expanded'] }) =>
		view.flatMap((thread): ThreadRow[] => {
			const row: ThreadRow = { key: thread.key, thread, frame: undefined };
			return expanded.has(thread.key) ? [row, ...framesOf(thread)] : [row];
		}),
);

function framesOf(thread: Observed<SampledThread>): ThreadRow[] {
	const { frames = [] } = thread.item.thread;
	if (frames.length === 0) return [{ key: `${thread.key} none`, thread, frame: 'no frames' }];
	return frames.toReversed().map((frame, index) => {
		const shown = `${index + 1}. ${frameText(frame)}`;
		return { key: `${thread.key} ${index}`, thread, frame: shown };
	});
}

/** Returns the rows of the section. */
export function rowsOf({ rows: { view }, expanded }: ThreadsSlice): readonly ThreadRow[] {
	return threadRows({ view, expanded });
}

/** Returns the index of the row under the cursor; that of its thread if the frame is gone; -1 without rows. */
export function cursorOf(slice: ThreadsSlice): number {
	const rows = rowsOf(slice);
	const { cursor } = slice;
	const found = rows.findIndex(({ key }) => key === cursor);
	if (found >= 0 || cursor === undefined) return Math.max(found, Math.min(0, rows.length - 1));
	return Math.max(
		rows.findIndex(({ key }) => cursor.startsWith(`${key} `)),
		Math.min(0, rows.length - 1),
	);
}

/** Returns the row under the cursor. */
export function currentThread(slice: ThreadsSlice): ThreadRow | undefined {
	return rowsOf(slice)[cursorOf(slice)];
}
