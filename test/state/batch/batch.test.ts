import { describe, expect, test } from 'vitest';
import { decode } from '../../../source/protocol/decode.ts';
import { Download } from '../../../source/protocol/resources/download.ts';
import { MAX_FAILURES, type RequestResult } from '../../../source/state/batch/batch.ts';
import type { Change } from '../../../source/state/batch/change.ts';
import type { BatchMessage } from '../../../source/state/batch/message.ts';
import { settleText } from '../../../source/state/batch/update.ts';
import type { Message } from '../../../source/state/core/message.ts';
import { initialState, type State } from '../../../source/state/core/state.ts';
import { chosenFailure, failureAt, lastFailed } from '../../../source/state/dialogs/failure-list.ts';
import { goToDownloadText } from '../../../source/state/downloads/go-to-download.ts';
import { alertsOf } from '../../../source/state/events/alerts.ts';
import { update } from '../../../source/tui/shell/update.ts';

const at = 1_000_000;
const begin = initialState('http://x', 'a test', at);
const work = (what: BatchMessage): Message => ({ type: 'batch', what });
const reach = (state: State, ...messages: Message[]): State => messages.reduce(update, state);

function began(id: number, total: number, change?: Change, about: readonly string[] = []): Message {
	const changes = change ? about.map((infohash) => ({ infohash, change })) : [];
	return work({ type: 'began', id, doing: `Work ${id}`, total, changes, step: undefined, at });
}

const good = (infohash: string): RequestResult => ({
	name: infohash,
	doing: `Stopping ${infohash}`,
	infohash,
	fault: undefined,
});
const bad = (infohash: string, text = 'refused'): RequestResult => ({
	name: infohash,
	doing: `Stopping ${infohash}`,
	infohash,
	fault: { text, hint: 'Try again.' },
});
const progress = (id: number, outcomes: readonly RequestResult[], when = at): Message =>
	work({ type: 'progress', id, outcomes, at: when });
const ended = (id: number): Message => work({ type: 'ended', id, news: undefined, at });

function listed(when: number, ...downloads: Record<string, unknown>[]): Message {
	const list = downloads.map(
		(fields) => decode(Download, { name: fields.infohash, progress: 0, status: 'SEEDING', ...fields }).value,
	);
	const checkpoints = { all_loaded: true, loaded: 0, total: 0 };
	return {
		type: 'answer',
		query: 'downloads',
		endpoint: 'listDownloads',
		answer: { downloads: list, checkpoints },
		at: when,
	};
}

const alerts = ({ journal, alertsSeen }: State) => alertsOf(journal, alertsSeen);

describe('requests of batches', () => {
	test('that failed are one alert, for any number', () => {
		const fault = { level: 'error', text: 'all 3 failed' } as const;
		const over = work({ type: 'ended', id: 1, news: fault, at });
		const state = reach(begin, began(1, 3), progress(1, [bad('a'), bad('b'), bad('c')]), over);
		expect(state.journal.entries).toHaveLength(4);
		expect(alerts(state)).toBe(1);
		expect(alerts(reach(begin, began(1, 1), progress(1, [bad('a')]), ended(1)))).toBe(1);
	});

	test('that failed last include all of their batch, even if others failed in between', () => {
		const both = reach(begin, began(1, 3), began(2, 1), progress(1, [bad('a')]), progress(2, [bad('x')]));
		const state = reach(both, progress(1, [bad('b'), bad('c')]));
		expect(lastFailed(state.batches).map(({ infohash }) => infohash)).toEqual(['a', 'b', 'c']);
	});

	test('are logged one by one if they have a message, up to a limit', () => {
		const removedResult = (index: number): RequestResult => ({
			...good(`x${index}`),
			logEntry: { doing: 'Removed', text: `name-${index}` },
		});
		const all = Array.from({ length: 10_000 }, (_, index) => removedResult(index));
		const before = reach(begin, began(1, 3), progress(1, [bad('a'), bad('b'), bad('c')]));
		const state = reach(before, ended(1), began(2, all.length), progress(2, all), ended(2));
		const texts = state.journal.entries.map(({ doing, text }) => `${doing}: ${text}`);
		expect(texts[0]).toContain('Stopping a');
		expect(texts[3]).toBe('Removed: name-0');
		expect(texts).toHaveLength(3 + 500 + 1);
		expect(texts.at(-1)).toBe('Work 2: 9500 more succeeded and are not listed one by one');
		expect(state.journal.notice).toEqual(before.journal.notice);
		expect(
			alerts(reach(begin, began(1, 2), progress(1, [removedResult(0), removedResult(1)]), ended(1))),
		).toBe(0);
	});

	test('decrease the pending number, and report how many ended and failed', () => {
		const state = reach(begin, began(1, 5), progress(1, [good('a'), bad('b')]));
		expect(state.pendingWrites).toBe(3);
		expect(state.batches.running).toMatchObject([{ total: 5, ended: 2, failed: 1, cancelled: false }]);
		const over = reach(state, progress(1, [good('c'), good('d'), good('e')]), ended(1));
		expect(over.pendingWrites).toBe(0);
		expect(over.batches.running).toEqual([]);
	});

	test('that are cancelled stop pending once the sent ones have ended', () => {
		const state = reach(begin, began(1, 100), progress(1, [good('a')]), work({ type: 'cancel' }));
		expect(state.batches.running[0]?.cancelled).toBe(true);
		expect(state.pendingWrites).toBe(99);
		expect(reach(state, progress(1, [good('b')]), ended(1)).pendingWrites).toBe(0);
	});

	test('of several batches are separate', () => {
		const state = reach(begin, began(1, 2), began(2, 3), progress(1, [good('a'), good('b')]), ended(1));
		expect(state.batches.running.map(({ id, ended: count }) => [id, count])).toEqual([[2, 0]]);
		expect(state.pendingWrites).toBe(3);
	});

	test('that fail by the thousand leave the rest of the journal alone, and are all listed', () => {
		const before = reach(begin, { type: 'news', news: { level: 'info', text: 'Something else' }, at });
		const many = Array.from({ length: 2_500 }, (_, index) => bad(`t${index}`));
		const state = reach(before, began(1, many.length), progress(1, many), ended(1));
		expect(state.journal.entries[0]?.text).toBe('Something else');
		expect(state.journal.entries.length).toBeLessThan(200);
		expect(state.batches.failures).toHaveLength(2_500);
		expect(state.batches.failures.at(-1)).toMatchObject({ infohash: 't2499', text: 'refused' });
	});

	test('keep a limited number of failures, the newest, each found by its id', () => {
		const many = Array.from({ length: MAX_FAILURES + 50 }, (_, index) => bad(`t${index}`));
		const { batches: slice } = reach(begin, began(1, many.length), progress(1, many));
		expect(slice.failures).toHaveLength(MAX_FAILURES);
		const [first] = slice.failures;
		expect(first?.infohash).toBe('t50');
		expect(chosenFailure(slice, { kind: 'failures', chosen: first?.id ?? 0 })).toBe(first);
		expect(failureAt(slice, 1)).toBe(0);
	});

	test('that fail are unseen until the user opens them; the list opens at the last batch', () => {
		const state = reach(
			begin,
			began(1, 2),
			progress(1, [bad('a')]),
			ended(1),
			began(2, 2),
			progress(2, [bad('b')]),
		);
		expect(state.batches.seen).toBe(false);
		expect(state.batches.failures.find(({ id }) => id === state.batches.firstFailureId)?.infohash).toBe('b');
		const seen = reach(state, work({ type: 'seen' }));
		expect(seen.batches.seen).toBe(true);
		expect(reach(seen, progress(2, [bad('c')])).batches.firstFailureId).toBe(state.batches.firstFailureId);
	});

	test('end a range selection and keep its rows', () => {
		const ranged = reach(
			begin,
			listed(at, { infohash: 'a' }, { infohash: 'b' }),
			{ type: 'range' },
			{ type: 'move', rows: 1 },
		);
		const state = reach(ranged, began(1, 2));
		expect(state.downloads.range).toBeUndefined();
		expect([...state.downloads.selection]).toEqual(['a', 'b']);
	});
});

describe('a slow change', () => {
	const hops = { kind: 'hops', hops: 2 } as const;
	const requested = reach(
		begin,
		listed(at, { infohash: 'a' }, { infohash: 'b' }),
		began(1, 2, hops, ['a', 'b']),
	);

	test('is pending until the service shows it', () => {
		expect([...requested.optimistic.keys()]).toEqual(['a', 'b']);
		const answered = reach(requested, progress(1, [good('a'), good('b')], at + 1_000), ended(1));
		expect(answered.optimistic.get('a')?.answeredAt).toBe(at + 1_000);
		const half = reach(answered, listed(at + 2_000, { infohash: 'a', hops: 2 }, { infohash: 'b' }));
		expect([...half.optimistic.keys()]).toEqual(['b']);
		const shown = reach(half, listed(at + 3_000, { infohash: 'a', hops: 2 }, { infohash: 'b', hops: 2 }));
		expect(shown.optimistic.size).toBe(0);
		expect(shown.journal.entries).toEqual(half.journal.entries);
	});

	test('is not pending after a refusal, a cancellation, or the removal of the download', () => {
		const refused = reach(requested, progress(1, [bad('a')]));
		expect([...refused.optimistic.keys()]).toEqual(['b']);
		expect(reach(refused, ended(1)).optimistic.size).toBe(0);
		expect(reach(requested, listed(at + 1_000, { infohash: 'b' })).optimistic.has('a')).toBe(false);
	});

	test('that the service accepted but never shows is reported once', () => {
		const answered = reach(requested, progress(1, [good('a'), good('b')], at), ended(1));
		const waiting = reach(answered, listed(at + 10_000, { infohash: 'a' }, { infohash: 'b', hops: 2 }));
		expect(waiting.optimistic.has('a')).toBe(true);
		const reported = reach(waiting, listed(at + 20_000, { infohash: 'a' }, { infohash: 'b', hops: 2 }));
		expect(reported.optimistic.size).toBe(0);
		expect(reported.journal.notice).toMatchObject({ level: 'warning', doing: 'a', infohash: 'a' });
		expect(reported.journal.notice?.text).toBe(settleText.unshown('hops'));
	});

	test('is replaced by a newer one, whose response alone counts', () => {
		const newer = reach(requested, began(2, 1, { kind: 'hops', hops: 3 }, ['a']), progress(1, [bad('a')]));
		expect(newer.optimistic.get('a')).toMatchObject({ change: { hops: 3 }, batch: 2 });
	});

	test.each([
		['none', -1, 0],
		['inherit', 0, -1],
	])("of the limit '%s' waits for exactly that on a service with labels", (_word, wanted, before) => {
		const row = { infohash: 'a', label: '', max_download_speed: before };
		const limits = { kind: 'limits', down: wanted } as const;
		const state = reach(begin, listed(at, row), began(1, 1, limits, ['a']), listed(at + 1, row));
		expect(state.optimistic.size).toBe(1);
		expect(reach(state, listed(at + 2, { ...row, max_download_speed: wanted })).optimistic.size).toBe(0);
	});

	test('of limits is complete with any representation of no limit', () => {
		const limits = { kind: 'limits', down: 0, up: 1024 } as const;
		const state = reach(
			begin,
			listed(at, { infohash: 'a', max_download_speed: 5 }),
			began(1, 1, limits, ['a']),
		);
		const shown = { infohash: 'a', max_download_speed: -1, max_upload_speed: 1024 };
		expect(reach(state, listed(at + 1, { ...shown, max_upload_speed: 0 })).optimistic.size).toBe(1);
		expect(reach(state, listed(at + 1, shown)).optimistic.size).toBe(0);
	});
});

describe('going to a download', () => {
	const goTo = (infohash: string): Message => ({ type: 'go-to', infohash, at });

	test('opens the list from any pane and dialog, and clears a filter that excludes it', () => {
		const state = reach(
			begin,
			listed(at, { infohash: 'aa' }, { infohash: 'bb' }),
			{ type: 'pane', pane: 'events' },
			{ type: 'open', dialog: { kind: 'failures', chosen: 1 } },
			goTo('bb'),
		);
		expect(state).toMatchObject({ pane: 'downloads', dialogs: [] });
		expect(state.downloads.cursor).toBe('bb');
	});

	test('reports its removal, and does not move', () => {
		const state = reach(begin, listed(at, { infohash: 'aa' }), { type: 'pane', pane: 'events' }, goTo('zz'));
		expect(state.pane).toBe('events');
		expect(state.downloads.cursor).toBe('aa');
		expect(state.journal.notice?.text).toBe(goToDownloadText.removed);
	});
});
