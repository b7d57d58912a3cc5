import type { Thread } from '../../../../../protocol/resources/debug.ts';
import type { Observing } from '../../../../../state/list/observed.ts';
import type { Sort } from '../../../../../state/list/rows.ts';
import { sectionData } from '../../../../../state/surfaces/sections.ts';
import {
	type ExplainedAnswer,
	noObservedList,
	type ObservedKind,
	type ObservedList,
	takeObserved,
} from '../../observed-list.ts';
import { processOf } from '../../process-column.ts';
import { frameText } from './frame-text.ts';

/** A thread in a sample. */
export interface SampledThread {
	readonly thread: Thread;
	/** The innermost frame; empty for none. Sanitized. */
	readonly top: string;
	/** Number of samples of threads with this top frame. */
	readonly seen: number;
}

/** The threads of the service, and how often each top frame was seen. */
export interface ThreadsSlice extends ObservedList<SampledThread> {
	readonly isPaused: boolean;
	/** Keys of threads whose stack is visible. */
	readonly expanded: ReadonlySet<string>;
	/** Key of the row under the cursor: a thread or a frame. */
	readonly cursor: string | undefined;
	/** Number of samples. */
	readonly samples: number;
	/** Number of samples by top frame. */
	readonly hotSpots: ReadonlyMap<string, number>;
}

declare module '../../../../../state/surfaces/sections.ts' {
	interface SectionSlices {
		'debug-threads': ThreadsSlice;
	}
}

export const noThreads: ThreadsSlice = {
	...noObservedList,
	isPaused: false,
	expanded: new Set(),
	cursor: undefined,
	samples: 0,
	hotSpots: new Map(),
};

export const threads = sectionData('debug-threads', noThreads);

/** Maximum number of counted frames. Rare ones are dropped first. */
export const MAX_HOT_SPOTS = 1_000;

/** A mark lasts for one sample: most threads move all the time. */
export const threadChanges: Observing<SampledThread> = {
	identify: ({ thread }) => `${processOf(thread)} ${thread.thread_id}`,
	stateOf: ({ top }) => top,
	markMs: 0,
};

/** Returns the threads after a sample. `answer`: the whole response. */
export function takeThreads(
	slice: ThreadsSlice,
	list: readonly Thread[],
	at: number,
	kind: ObservedKind<SampledThread>,
	answer: ExplainedAnswer,
): ThreadsSlice {
	const tops = list.map((thread) => frameText(thread.frames?.at(-1) ?? ''));
	const hotSpots = countFrames(slice.hotSpots, tops);
	const items = list.map((thread, index): SampledThread => {
		const top = tops[index] ?? '';
		return { thread, top, seen: hotSpots.get(top) ?? 0 };
	});
	const sorted = { ...slice, rows: { ...slice.rows, sort: sortOf(slice, list) } };
	return takeObserved({ ...sorted, samples: slice.samples + 1, hotSpots }, items, at, kind, answer);
}

/** Returns the sort order: until the user sorts, the busiest thread is first, if the service reports times. */
function sortOf({ at, rows }: ThreadsSlice, list: readonly Thread[]): Sort | undefined {
	const isFirst = at === undefined && list.some(({ cpu_time }) => cpu_time !== undefined);
	return isFirst ? { column: 'cpu', descending: true } : rows.sort;
}

function countFrames(
	before: ReadonlyMap<string, number>,
	tops: readonly string[],
): ReadonlyMap<string, number> {
	const counts = new Map(before);
	for (const top of tops) if (top !== '') counts.set(top, (counts.get(top) ?? 0) + 1);
	if (counts.size <= MAX_HOT_SPOTS) return counts;
	const frequent = [...counts].sort(([, one], [, other]) => other - one).slice(0, MAX_HOT_SPOTS / 2);
	return new Map(frequent);
}

/** Returns the most frequent top frames. */
export function hottest(
	{ hotSpots }: Pick<ThreadsSlice, 'hotSpots'>,
	most: number,
): readonly (readonly [string, number])[] {
	return [...hotSpots].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1)).slice(0, most);
}
