import { expect, test } from 'vitest';
import type { State } from '../../../../source/state/core/state.ts';
import { sortList } from '../../../../source/state/list/list.ts';
import { frameText } from '../../../../source/tui/panes/debug/sections/threads/frame-text.ts';
import { rowsOf, threadKind } from '../../../../source/tui/panes/debug/sections/threads/rows.ts';
import {
	hottest,
	MAX_HOT_SPOTS,
	noThreads,
	type ThreadsSlice,
	takeThreads,
	threads,
} from '../../../../source/tui/panes/debug/sections/threads/slice.ts';
import { currentPane } from '../../../../source/tui/shell/panes.ts';
import { debugScreens } from '../../../screens/debug-states.ts';

const sample = (slice: ThreadsSlice, at: number, ...tops: readonly string[]) => {
	const list = tops.map((top, index) => ({
		thread_id: index,
		thread_name: `t${index}`,
		frames: ['run', top],
	}));
	return takeThreads(slice, list, at, threadKind, {});
};

test('the threads count how often each top frame was seen', () => {
	const slice = ['poll', 'hash', 'hash'].reduce(
		(before, top, index) => sample(before, index, top, 'wait'),
		noThreads,
	);
	expect(slice.samples).toBe(3);
	expect(hottest(slice, 2)).toEqual([
		['wait', 3],
		['hash', 2],
	]);
	expect(slice.rows.list.map(({ item }) => [item.top, item.seen])).toEqual([
		['hash', 2],
		['wait', 3],
	]);
});

test('the busiest thread is first until the user sorts, and the border names the order', () => {
	const times = [1, 30, undefined, 4];
	const list = times.map((cpu_time, index) => ({
		thread_id: index,
		thread_name: `t${index}`,
		process: 'engine',
		...(cpu_time === undefined ? {} : { cpu_time }),
	}));
	const slice = takeThreads(noThreads, list, 0, threadKind, {});
	expect(rowsOf(slice).map(({ thread }) => thread.item.thread.thread_name)).toEqual(['t1', 't3', 't0', 't2']);
	const state = threads.put(debugScreens['debug-threads'] as State, slice);
	expect(currentPane(state).list.summary(state).orders).toEqual(['↓CPU']);
	const bySeen = { ...slice, rows: sortList(threadKind, slice.rows, { column: 'seen', descending: true }) };
	expect(takeThreads(bySeen, list, 2_000, threadKind, {}).rows.sort?.column).toBe('seen');
	expect(sample(noThreads, 0, 'poll').rows.sort).toBeUndefined();
});

test('the threads mark another top frame for one sample', () => {
	const first = sample(noThreads, 0, 'poll', 'wait');
	const second = sample(first, 2_000, 'hash', 'wait');
	expect(second.rows.list.map(({ change }) => change)).toEqual(['changed', 'same']);
	expect(sample(second, 4_000, 'hash', 'wait').rows.list.map(({ change }) => change)).toEqual([
		'same',
		'same',
	]);
	expect(sample(second, 4_000, 'hash').rows.list.map(({ change }) => change)).toEqual(['same', 'gone']);
});

test('the number of counted frames is limited', () => {
	const frames = Array.from({ length: MAX_HOT_SPOTS + 1 }, (_, index) => `frame ${index}`);
	expect(sample(noThreads, 0, ...frames).hotSpots.size).toBeLessThanOrEqual(MAX_HOT_SPOTS);
});

test('an expanded thread shows its frames, the innermost first', () => {
	const slice = sample(noThreads, 0, 'poll', 'wait');
	const expanded = { ...slice, expanded: new Set([slice.rows.list[0]?.key ?? '']) };
	expect(rowsOf(expanded).map(({ frame }) => frame)).toEqual([undefined, '1. poll', '2. run', undefined]);
});

test('a frame of Python is shown by its function, file and line', () => {
	expect(frameText('  File "/opt/core.py", line 12, in run\n    self.loop()\n')).toBe(
		'run (/opt/core.py:12)',
	);
	expect(frameText('  File "core.py", line 1')).toBe('(module) (core.py:1)');
	expect(frameText('poll (events.js:31:4)')).toBe('poll (events.js:31:4)');
	expect(frameText('a\u001b[31mb')).not.toContain('\u001b');
});
