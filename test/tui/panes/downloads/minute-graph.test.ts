import { expect, test } from 'vitest';
import type { Download } from '../../../../source/protocol/resources/download.ts';
import type { State } from '../../../../source/state/core/state.ts';
import { minuteGraph } from '../../../../source/tui/panes/downloads/minute-graph.ts';
import { update } from '../../../../source/tui/shell/update.ts';
import { listing, namedDownloads } from '../../../screens/named-downloads.ts';

const [named] = namedDownloads(['one'], { speed_up: 0 });
if (!named) throw new Error('there is no download');
const one = named;

/** Returns the state after seconds in which a download has these rates. */
function after(begin: State, from: number, rates: readonly number[]): State {
	return rates.reduce((state, rate, index) => {
		const downloads: Download[] = [{ ...one, speed_down: rate }];
		const checkpoints = { all_loaded: true, loaded: 1, total: 1 };
		const listed = update(state, {
			type: 'answer',
			query: 'downloads',
			endpoint: 'listDownloads',
			answer: { downloads, checkpoints },
			at: 0,
		});
		return update(listed, { type: 'tick', now: (from + index) * 1000 });
	}, begin);
}

const idle = listing([{ ...one, speed_down: 0 }]);
const times = (count: number, rate: number) => Array<number>(count).fill(rate);

test('graph of the last minute has no text for an idle download', () => {
	expect(minuteGraph(after(idle, 1, times(9, 0)).history, one)).toBe('');
});

test('graph of the last minute changes only every twelve seconds, and ends at the right', () => {
	const twelve = after(idle, 1, [...times(9, 0), ...times(3, 50)]);
	const first = minuteGraph(twelve.history, one);
	expect(first).toHaveLength(10);
	expect(first.trim()).toBe('⢸');
	const later = after(twelve, 13, [10, ...times(10, 900)]);
	expect(minuteGraph(later.history, one)).toBe(first);
	expect(minuteGraph(after(later, 24, [900]).history, one)).not.toBe(first);
});

test('graph of the last minute ends a minute after the last data', () => {
	const moved = after(idle, 1, [...times(12, 50), ...times(48, 0)]);
	expect(minuteGraph(moved.history, one)).toBe(`⣿⣿${' '.repeat(8)}`);
	expect(minuteGraph(after(moved, 61, times(12, 0)).history, one)).toBe('');
});
