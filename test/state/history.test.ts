import { describe, expect, test } from 'vitest';
import type { Download } from '../../source/protocol/resources/download.ts';
import { historySeconds, ratesOf } from '../../source/state/history.ts';
import { append, emptySeries, type Series, samplesOf } from '../../source/state/series.ts';
import type { State } from '../../source/state/state.ts';
import { update } from '../../source/state/update.ts';
import { listing, namedDownloads } from '../screens/named-downloads.ts';
import { seeded } from '../screens/random.ts';

const second = 1_000;

/** A list of downloads of these rates, by name. */
function rates(...pairs: (readonly [down: number, up: number])[]) {
	return namedDownloads(pairs.map((_, index) => `download ${index}`)).map((download, index) => ({
		...download,
		speed_down: pairs[index]?.[0] ?? 0,
		speed_up: pairs[index]?.[1] ?? 0,
	}));
}

const hash = (index: number) => index.toString(16).padStart(40, '0');

/** The state at these seconds. */
function ticks(state: State, ...seconds: number[]): State {
	return seconds.reduce((before, at) => update(before, { type: 'tick', now: at * second }), state);
}

function downOf(state: State, index: number): readonly number[] | undefined {
	return ratesOf(state.history, hash(index), 'down');
}

test('what moves is kept second by second, what never moved is not kept at all', () => {
	const state = ticks(listing(rates([100, 0], [0, 0], [0, 7])), 1, 2, 3);
	expect(downOf(state, 0)).toEqual([100, 100, 100]);
	expect(downOf(state, 1)).toBeUndefined();
	expect(downOf(state, 2)).toEqual([0, 0, 0]);
	expect(samplesOf(state.history.totals, 'down')).toEqual([100, 100, 100]);
	expect(samplesOf(state.history.totals, 'up')).toEqual([7, 7, 7]);
});

test('what moved is kept while it rests, and forgotten after five minutes of it', () => {
	const moving = ticks(listing(rates([100, 0])), 1, 2);
	const checkpoints = { all_loaded: true, loaded: 1, total: 1 };
	const resting = update(moving, {
		type: 'downloads',
		answer: { downloads: rates([0, 0]), checkpoints },
		at: 2 * second,
	});
	expect(downOf(ticks(resting, 3, 4), 0)).toEqual([100, 100, 0, 0]);
	const later = Array.from({ length: historySeconds }, (_, index) => index + 3);
	expect(downOf(ticks(resting, ...later.slice(0, -2)), 0)).toHaveLength(historySeconds);
	expect(downOf(ticks(resting, ...later), 0)).toBeUndefined();
});

test('seconds in which the program was stopped, or the service did not answer, are unknown', () => {
	const state = ticks(listing(rates([100, 0])), 1, 5);
	expect(downOf(state, 0)).toEqual([100, Number.NaN, Number.NaN, Number.NaN, 100]);
	const failure = { kind: 'unreachable', message: 'gone', hint: '' };
	const away = update(state, { type: 'need-failed', need: 'downloads', failure, at: 5 * second });
	expect(downOf(ticks(away, 6), 0)?.at(-1)).toBeNaN();
	expect(samplesOf(ticks(away, 6).history.totals, 'down').at(-1)).toBeNaN();
});

test('a clock that jumps neither fills the history nor stops it', () => {
	const state = ticks(listing(rates([100, 0])), 1_000, 1_001);
	expect(downOf(ticks(state, 10, 11), 0)).toEqual([100, 100, 100, 100]);
	expect(downOf(ticks(state, 10_000_000), 0)).toHaveLength(historySeconds);
});

test('what an older state says stays what it was, whoever goes on from it', () => {
	const common = ticks(listing(rates([100, 0])), 1, 2);
	const checkpoints = { all_loaded: true, loaded: 1, total: 1 };
	const faster = update(common, {
		type: 'downloads',
		answer: { downloads: rates([200, 0]), checkpoints },
		at: 2 * second,
	});
	const one = ticks(common, 3, 4);
	const other = ticks(faster, 3);
	expect(downOf(other, 0)).toEqual([100, 100, 200]);
	expect(downOf(one, 0)).toEqual([100, 100, 100, 100]);
	expect(downOf(common, 0)).toEqual([100, 100]);
	expect(downOf(ticks(one, 5), 0)).toHaveLength(5);
});

test('rates of ten minutes are those of the last five', () => {
	const state = listing(rates([0, 1]));
	const checkpoints = { all_loaded: true, loaded: 1, total: 1 };
	let moving = state;
	for (let at = 1; at <= 600; at++) {
		const answer = { downloads: rates([at % 50 === 0 ? 0 : at, 1]), checkpoints };
		moving = ticks(update(moving, { type: 'downloads', answer, at: at * second }), at);
	}
	const expected = Array.from({ length: 300 }, (_, index) => ((index + 301) % 50 === 0 ? 0 : index + 301));
	expect(downOf(moving, 0)).toEqual(expected);
	expect(ratesOf(moving.history, hash(0), 'up')).toEqual(expected.map(() => 1));
});

test('of rates that seldom change, of downloads that come and go, and of seconds nobody knows, all is kept', () => {
	const random = seeded(7);
	const now = new Map<number, number>();
	const told: (ReadonlyMap<number, number> | undefined)[] = [];
	const [begunAt, movedAt] = [new Map<number, number>(), new Map<number, number>()];
	const failure = { kind: 'unreachable', message: 'gone', hint: '' };
	let downloads: Download[] = [];
	let state = listing([]);
	for (let at = 1; at <= 1_500; at++) {
		// In the first half much happens, then minutes pass without anything.
		if (random.between(1, 1000) <= (at < 700 ? 300 : 4)) {
			const index = random.between(0, 5);
			if (random.between(1, 5) === 1) now.delete(index);
			else now.set(index, random.between(1, 5) <= 2 ? 0 : random.between(1, 1e6));
			const all = rates(...Array.from({ length: 6 }, (_, each) => [now.get(each) ?? 0, 0] as const));
			downloads = all.filter((_, each) => now.has(each));
			if (random.between(1, 3) === 1) downloads = downloads.toReversed();
		}
		const isKnown = random.between(1, 100) > 1;
		const checkpoints = { all_loaded: true, loaded: downloads.length, total: downloads.length };
		state = update(
			state,
			isKnown
				? { type: 'downloads', answer: { downloads, checkpoints }, at: at * second }
				: { type: 'need-failed', need: 'downloads', failure, at: at * second },
		);
		state = ticks(state, at);
		told.push(isKnown ? new Map(now) : undefined);
		for (let each = 0; each < 6; each++) {
			const moved = movedAt.get(each) ?? Number.NEGATIVE_INFINITY;
			if (isKnown && (now.get(each) ?? 0) > 0) {
				// What rested all the time begins anew.
				if (at - 1 - moved >= historySeconds) begunAt.set(each, at);
				movedAt.set(each, at);
			}
			if (at - (movedAt.get(each) ?? Number.NEGATIVE_INFINITY) >= historySeconds) {
				expect(downOf(state, each)).toBeUndefined();
				continue;
			}
			const length = Math.min(historySeconds, at - (begunAt.get(each) ?? 0) + 1);
			const wanted = told.slice(-length).map((rates) => (rates ? (rates.get(each) ?? 0) : Number.NaN));
			expect(downOf(state, each)).toEqual(wanted);
		}
	}
});

test('of one that is listed twice what moves counts', () => {
	const [one] = rates([100, 0]);
	if (!one) throw new Error('there is no download');
	expect(downOf(ticks(listing([one, { ...one, speed_down: 0 }]), 1), 0)).toEqual([100]);
});

test('while nobody looked nothing moved', () => {
	const moving = ticks(listing(rates([100, 0])), 1, 2);
	const checkpoints = { all_loaded: true, loaded: 1, total: 1 };
	const answer = { downloads: rates([0, 0]), checkpoints };
	const resting = update(moving, { type: 'downloads', answer, at: 3 * second });
	expect(downOf(ticks(resting, 2 + historySeconds), 0)).toBeUndefined();
});

test('two ticks within a second are one sample', () => {
	expect(downOf(ticks(listing(rates([100, 0])), 1, 1.2, 2), 0)).toEqual([100, 100]);
});

describe('a series', () => {
	const filled = (count: number, most: number): Series => {
		let series = emptySeries;
		for (let index = 0; index < count; index++) series = append(series, index, -index, most);
		return series;
	};

	test.each([1, 31, 32, 33, 300, 301, 359, 360, 361, 1_000])('keeps the newest of %i', (count) => {
		const all = Array.from({ length: count }, (_, index) => index);
		expect(samplesOf(filled(count, 300), 'down')).toEqual(all.slice(-300));
		expect(samplesOf(filled(count, 300), 'up')).toEqual(all.slice(-300).map((value) => -value));
	});

	test('that goes on in two ways is right in both', () => {
		const common = filled(10, 300);
		const one = append(common, 100, 0, 300);
		const other = append(common, 200, 0, 300);
		expect(samplesOf(one, 'down').at(-1)).toBe(100);
		expect(samplesOf(other, 'down').at(-1)).toBe(200);
		expect(samplesOf(common, 'down')).toHaveLength(10);
		expect(samplesOf(append(one, 101, 0, 300), 'down').slice(-2)).toEqual([100, 101]);
	});
});
