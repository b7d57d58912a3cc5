import { expect, test } from 'vitest';
import type { Download } from '../../../../source/protocol/resources/download.ts';
import type { State } from '../../../../source/state/core/state.ts';
import { minuteGraph } from '../../../../source/tui/panes/downloads/minute-graph.ts';
import { update } from '../../../../source/tui/surfaces/update.ts';
import { listing, namedDownloads } from '../../../screens/named-downloads.ts';

const [named] = namedDownloads(['one'], { speed_up: 0 });
if (!named) throw new Error('there is no download');
const one = named;

/** Returns the state after seconds in which a download has these rates. */
function after(begin: State, from: number, rates: readonly number[]): State {
	return rates.reduce((state, rate, index) => {
		const downloads: Download[] = [{ ...one, speed_down: rate }];
		const checkpoints = { all_loaded: true, loaded: 1, total: 1 };
		const listed = update(state, { type: 'downloads', answer: { downloads, checkpoints }, at: 0 });
		return update(listed, { type: 'tick', now: (from + index) * 1000 });
	}, begin);
}

const idle = listing([{ ...one, speed_down: 0 }]);
const times = (count: number, rate: number) => Array<number>(count).fill(rate);

test('graph of the last minute has no text for an idle download', () => {
	expect(minuteGraph(after(idle, 1, times(9, 0)).history, one)).toBe('');
});

test('graph of the last minute changes only every six seconds, and ends at the right', () => {
	const six = after(idle, 1, [...times(3, 0), ...times(3, 50)]);
	const first = minuteGraph(six.history, one);
	expect(first).toHaveLength(10);
	expect(first.trim()).toBe('⢸');
	const eleven = after(six, 7, [10, 900, 900, 900, 900]);
	expect(minuteGraph(eleven.history, one)).toBe(first);
	expect(minuteGraph(after(eleven, 12, [900]).history, one)).not.toBe(first);
});

test('graph of the last minute ends a minute after the last data', () => {
	const moved = after(idle, 1, [...times(6, 50), ...times(54, 0)]);
	expect(minuteGraph(moved.history, one)).toBe(`⣿${' '.repeat(9)}`);
	expect(minuteGraph(after(moved, 61, times(6, 0)).history, one)).toBe('');
});
