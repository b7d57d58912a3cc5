import { expect, test } from 'vitest';
import type { Download } from '../../../source/protocol/resources/download.ts';
import type { State } from '../../../source/state/core/state.ts';
import { hasRates, MAX_SAMPLES, ratesOf, totalRates } from '../../../source/state/downloads/rate-history.ts';
import { update } from '../../../source/tui/shell/update.ts';
import { listing, namedDownloads } from '../../screens/named-downloads.ts';
import { seeded } from '../../screens/random.ts';

const second = 1_000;

/** Returns downloads with these rates. */
function rates(...pairs: (readonly [down: number, up: number])[]) {
	return namedDownloads(pairs.map((_, index) => `download ${index}`)).map((download, index) => ({
		...download,
		speed_down: pairs[index]?.[0] ?? 0,
		speed_up: pairs[index]?.[1] ?? 0,
	}));
}

const hash = (index: number) => index.toString(16).padStart(40, '0');

/** Returns the state after ticks at these seconds. */
function ticks(state: State, ...seconds: number[]): State {
	return seconds.reduce((before, at) => update(before, { type: 'tick', now: at * second }), state);
}

function downOf(state: State, index: number): readonly number[] | undefined {
	return ratesOf(state.history, hash(index), 'down');
}

test('history has a rate a second for active downloads, and none for those that were never active', () => {
	const state = ticks(listing(rates([100, 0], [0, 0], [0, 7])), 1, 2, 3);
	expect(downOf(state, 0)).toEqual([100, 100, 100]);
	expect(downOf(state, 1)).toBeUndefined();
	expect(downOf(state, 2)).toEqual([0, 0, 0]);
	expect(totalRates(state.history, 'down')).toEqual([100, 100, 100]);
	expect(totalRates(state.history, 'up')).toEqual([7, 7, 7]);
});

test('history keeps an idle download for five minutes', () => {
	const moving = ticks(listing(rates([100, 0])), 1, 2);
	const checkpoints = { all_loaded: true, loaded: 1, total: 1 };
	const resting = update(moving, {
		type: 'answer',
		query: 'downloads',
		endpoint: 'listDownloads',
		answer: { downloads: rates([0, 0]), checkpoints },
		at: 2 * second,
	});
	expect(downOf(ticks(resting, 3, 4), 0)).toEqual([100, 100, 0, 0]);
	const later = Array.from({ length: MAX_SAMPLES }, (_, index) => index + 3);
	expect(downOf(ticks(resting, ...later.slice(0, -2)), 0)).toHaveLength(MAX_SAMPLES);
	expect(downOf(ticks(resting, ...later), 0)).toBeUndefined();
});

test('seconds are unknown while the program is stopped or the service does not answer', () => {
	const state = ticks(listing(rates([100, 0])), 1, 5);
	expect(downOf(state, 0)).toEqual([100, Number.NaN, Number.NaN, Number.NaN, 100]);
	const failure = { kind: 'unreachable', message: 'gone', hint: '' };
	const away = update(state, { type: 'query-failed', query: 'downloads', failure, at: 5 * second });
	expect(downOf(ticks(away, 6), 0)?.at(-1)).toBeNaN();
	expect(totalRates(ticks(away, 6).history, 'down').at(-1)).toBeNaN();
});

test('history survives a clock that jumps', () => {
	const state = ticks(listing(rates([100, 0])), 1_000, 1_001);
	expect(downOf(ticks(state, 10, 11), 0)).toEqual([100, 100, 100, 100]);
	expect(downOf(ticks(state, 10_000_000), 0)).toHaveLength(MAX_SAMPLES);
});

test('an older state keeps its rates when two newer ones follow it', () => {
	const common = ticks(listing(rates([100, 0])), 1, 2);
	const checkpoints = { all_loaded: true, loaded: 1, total: 1 };
	const faster = update(common, {
		type: 'answer',
		query: 'downloads',
		endpoint: 'listDownloads',
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

test('history has the last five of ten minutes', () => {
	const state = listing(rates([0, 1]));
	const checkpoints = { all_loaded: true, loaded: 1, total: 1 };
	let moving = state;
	for (let at = 1; at <= 600; at++) {
		const answer = { downloads: rates([at % 50 === 0 ? 0 : at, 1]), checkpoints };
		moving = ticks(
			update(moving, {
				type: 'answer',
				query: 'downloads',
				endpoint: 'listDownloads',
				answer,
				at: at * second,
			}),
			at,
		);
	}
	const expected = Array.from({ length: 300 }, (_, index) => ((index + 301) % 50 === 0 ? 0 : index + 301));
	expect(downOf(moving, 0)).toEqual(expected);
	expect(ratesOf(moving.history, hash(0), 'up')).toEqual(expected.map(() => 1));
});

test('history is correct for rare changes, added and removed downloads, and unknown seconds', () => {
	const random = seeded(7);
	const now = new Map<number, number>();
	const answers: (ReadonlyMap<number, number> | undefined)[] = [];
	const [begunAt, movedAt] = [new Map<number, number>(), new Map<number, number>()];
	const failure = { kind: 'unreachable', message: 'gone', hint: '' };
	let downloads: Download[] = [];
	let state = listing([]);
	for (let at = 1; at <= 1_500; at++) {
		// Many changes in the first half, then minutes without any.
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
				? {
						type: 'answer',
						query: 'downloads',
						endpoint: 'listDownloads',
						answer: { downloads, checkpoints },
						at: at * second,
					}
				: { type: 'query-failed', query: 'downloads', failure, at: at * second },
		);
		state = ticks(state, at);
		answers.push(isKnown ? new Map(now) : undefined);
		for (let each = 0; each < 6; each++) {
			const moved = movedAt.get(each) ?? Number.NEGATIVE_INFINITY;
			if (isKnown && (now.get(each) ?? 0) > 0) {
				// Rates restart after five idle minutes.
				if (at - 1 - moved >= MAX_SAMPLES) begunAt.set(each, at);
				movedAt.set(each, at);
			}
			if (at - (movedAt.get(each) ?? Number.NEGATIVE_INFINITY) >= MAX_SAMPLES) {
				expect(downOf(state, each)).toBeUndefined();
				continue;
			}
			const length = Math.min(MAX_SAMPLES, at - (begunAt.get(each) ?? 0) + 1);
			const wanted = answers.slice(-length).map((rates) => (rates ? (rates.get(each) ?? 0) : Number.NaN));
			expect(downOf(state, each)).toEqual(wanted);
		}
	}
});

test('a download that is listed twice has the rate of the active row', () => {
	const [one] = rates([100, 0]);
	if (!one) throw new Error('there is no download');
	expect(downOf(ticks(listing([one, { ...one, speed_down: 0 }]), 1), 0)).toEqual([100]);
});

test('a download is idle in seconds that were not sampled', () => {
	const moving = ticks(listing(rates([100, 0])), 1, 2);
	const checkpoints = { all_loaded: true, loaded: 1, total: 1 };
	const answer = { downloads: rates([0, 0]), checkpoints };
	const resting = update(moving, {
		type: 'answer',
		query: 'downloads',
		endpoint: 'listDownloads',
		answer,
		at: 3 * second,
	});
	expect(downOf(ticks(resting, 2 + MAX_SAMPLES), 0)).toBeUndefined();
});

test('two ticks within a second take one sample', () => {
	expect(downOf(ticks(listing(rates([100, 0])), 1, 1.2, 2), 0)).toEqual([100, 100]);
});

test('history has the totals of the last five minutes', () => {
	const many = Array.from({ length: MAX_SAMPLES + 61 }, (_, index) => index + 1);
	const checkpoints = { all_loaded: true, loaded: 1, total: 1 };
	let state = listing(rates([0, 0]));
	for (const at of many) {
		const answer = { downloads: rates([at, 2 * at]), checkpoints };
		state = ticks(
			update(state, {
				type: 'answer',
				query: 'downloads',
				endpoint: 'listDownloads',
				answer,
				at: at * second,
			}),
			at,
		);
	}
	expect(totalRates(state.history, 'down')).toEqual(many.slice(-MAX_SAMPLES));
	expect(totalRates(state.history, 'up')).toEqual(many.slice(-MAX_SAMPLES).map((at) => 2 * at));
});

test('a download in the slot of a forgotten one has none of its rates', () => {
	const checkpoints = { all_loaded: true, loaded: 2, total: 2 };
	const listed = (state: State, at: number, ...pairs: (readonly [number, number])[]) =>
		ticks(
			update(state, {
				type: 'answer',
				query: 'downloads',
				endpoint: 'listDownloads',
				answer: { downloads: rates(...pairs), checkpoints },
				at: at * second,
			}),
			at,
		);
	let state = listed(listing([]), 1, [100, 0], [0, 0]);
	// Idle downloads are forgotten once a minute.
	for (let at = 2; at <= MAX_SAMPLES + 62; at++) state = listed(state, at, [0, 0], [0, 0]);
	const taken = listed(state, MAX_SAMPLES + 63, [0, 0], [0, 50]);
	expect(hasRates(taken.history, hash(0))).toBe(false);
	expect(ratesOf(taken.history, hash(1), 'up')).toEqual([50]);
	expect(taken.history.slots.since).toHaveLength(1);
	const both = listed(taken, MAX_SAMPLES + 64, [7, 0], [0, 60]);
	expect(downOf(both, 0)).toEqual([7]);
	expect(ratesOf(both.history, hash(1), 'up')).toEqual([50, 60]);
});

test('negative and unknown rates count as 0', () => {
	const state = ticks(listing(rates([-5, 10], [Number.NaN, 20])), 1);
	expect(downOf(state, 0)).toEqual([0]);
	expect(downOf(state, 1)).toEqual([0]);
	expect(ratesOf(state.history, hash(1), 'up')).toEqual([20]);
});
