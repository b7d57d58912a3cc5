import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Ticker } from '../../source/runtime/ticker.ts';
import { initialState } from '../../source/state/core/state.ts';
import { createStore } from '../../source/state/core/store.ts';
import { update } from '../../source/tui/shell/update.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Opens a ticker. `ticks`: the times of its ticks, ms after the start. */
function open(isShown = true) {
	const began = Date.now();
	const ticks: number[] = [];
	const store = createStore(initialState('http://localhost', 'a test', began), (state, message) => {
		if (message.type === 'tick') ticks.push(message.now - began);
		return update(state, message);
	});
	const ticker = new Ticker(store, isShown);
	const list = async () => {
		store.dispatch({
			type: 'answer',
			query: 'downloads',
			endpoint: 'listDownloads',
			answer: { downloads: [], checkpoints: undefined },
			at: Date.now(),
		});
		// The ticker is called after the current work.
		await Promise.resolve();
	};
	return { ticks, ticker, list };
}

describe('ticker', () => {
	test('keeps its interval without a list', () => {
		const { ticks, ticker } = open();
		vi.advanceTimersByTime(5_500);
		ticker.close();
		expect(ticks).toEqual([1_000, 2_000, 3_000, 4_000, 5_000]);
	});

	test('moves its ticks to lists that arrive once a second', async () => {
		const { ticks, ticker, list } = open();
		for (const pause of [410, 1_000, 1_000, 1_010, 990, 1_020]) {
			vi.advanceTimersByTime(pause);
			await list();
		}
		ticker.close();
		expect(ticks).toEqual([1_350, 2_410, 3_420, 4_410, 5_430]);
	});

	test('ticks without the list when that is late', async () => {
		const { ticks, ticker, list } = open();
		vi.advanceTimersByTime(1_000);
		await list();
		vi.advanceTimersByTime(3_000);
		ticker.close();
		expect(ticks).toEqual([1_000, 2_150, 3_150]);
	});

	test('ticks about once a second when lists arrive more often', async () => {
		const { ticks, ticker, list } = open();
		for (let index = 0; index < 15; index++) {
			vi.advanceTimersByTime(200);
			await list();
		}
		ticker.close();
		expect(ticks).toEqual([1_000, 2_000, 3_000]);
	});

	test('ticks every five seconds while it is not shown, and at once when it is', () => {
		const { ticks, ticker } = open(false);
		vi.advanceTimersByTime(6_000);
		ticker.setShown(true);
		ticker.close();
		expect(ticks).toEqual([5_000, 6_000]);
	});
});
