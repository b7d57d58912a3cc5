import { describe, expect, test } from 'vitest';
import { age } from '../../source/format/duration.ts';
import { decode } from '../../source/protocol/decode.ts';
import { Peer } from '../../source/protocol/resources/peer.ts';
import type { Message } from '../../source/state/core/message.ts';
import type { State } from '../../source/state/core/state.ts';
import { HEALTH_CHECK_TIMEOUT_MS } from '../../source/state/details/health.ts';
import { healthLines, healthText } from '../../source/tui/panes/downloads/tabs/health/text.ts';
import { queriesOf } from '../../source/tui/shell/queries.ts';
import { update } from '../../source/tui/shell/update.ts';
import { listing, namedDownloads } from '../screens/named-downloads.ts';

const hash = (index: number) => index.toString(16).padStart(40, '0');
const begun = listing(namedDownloads(['first', 'second', 'third']));

function following(state: State, ...messages: Message[]): State {
	return messages.reduce(update, state);
}

const peer = (ip: string, downrate: number) => decode(Peer, { ip, port: 6881, downrate }).value;
const peersOf = (index: number, ...peers: Peer[]): Message => ({
	type: 'details',
	what: { type: 'peers', of: hash(index), peers, at: 5 },
});
const show = (tab: 'peers' | 'pieces' | 'overview' | 'trackers'): Message[] => [
	{ type: 'details', what: { type: 'tab', tab } },
	{ type: 'details', what: { type: 'show', shown: 'split', focused: true } },
];
const addresses = ({ details }: State) => details.peers.view.map(({ ip }) => ip);

describe('queries of the details', () => {
	const names = (state: State) => queriesOf(state).map(({ name }) => name);

	test('are empty while the details are hidden', () => {
		expect(names(begun)).not.toContain('tab-peers:peers');
		const hidden = following(begun, ...show('peers'), {
			type: 'details',
			what: { type: 'show', shown: 'not', focused: false },
		});
		expect(names(hidden)).not.toContain('tab-peers:peers');
	});

	test('belong to the visible tab', () => {
		expect(names(following(begun, ...show('peers')))).toContain('tab-peers:peers');
		expect(names(following(begun, ...show('peers')))).not.toContain('tab-pieces:pieces');
		expect(
			queriesOf(following(begun, ...show('pieces'))).find(({ name }) => name === 'tab-pieces:pieces')
				?.infohash,
		).toBe(hash(0));
		expect(names(following(begun, ...show('overview')))).toEqual(['downloads', 'core']);
	});
});

describe('moving to another download', () => {
	const known = following(begun, ...show('peers'), peersOf(0, peer('192.0.2.1', 5)));

	test('discards the data of the last one, and keeps the order of peers', () => {
		const sort = { column: 'down', descending: true };
		const moved = following(
			known,
			{ type: 'details', what: { type: 'sort-peers', sort } },
			{ type: 'other-download', rows: 1 },
		);
		expect(moved.details).toMatchObject({ of: hash(1), peers: { list: [], at: undefined, sort } });
		const filled = following(moved, peersOf(1, peer('192.0.2.1', 5), peer('192.0.2.2', 50)));
		expect(addresses(filled)).toEqual(['192.0.2.2', '192.0.2.1']);
	});

	test('ignores late responses for the last one', () => {
		const late = following(known, { type: 'other-download', rows: 1 }, peersOf(0, peer('192.0.2.1', 5)));
		expect(addresses(late)).toEqual([]);
	});
});

describe('peers', () => {
	test('keep the cursor when they are polled and sorted', () => {
		const three = [peer('192.0.2.10', 5), peer('192.0.2.9', 50), peer('192.0.2.200', 1)];
		const state = following(begun, ...show('peers'), peersOf(0, ...three), { type: 'move', rows: 1 });
		expect(state.details.peers.cursor).toContain('192.0.2.9:');
		const sort = { column: 'address', descending: false };
		const sorted = following(state, { type: 'details', what: { type: 'sort-peers', sort } });
		expect(addresses(sorted)).toEqual(['192.0.2.9', '192.0.2.10', '192.0.2.200']);
		expect(sorted.details.peers.cursorAt).toBe(0);
		const polled = following(sorted, peersOf(0, peer('192.0.2.1', 0), ...three));
		expect(polled.details.peers.cursorAt).toBe(1);
		expect(polled.details.peers.cursor).toContain('192.0.2.9:');
	});

	test('that fail to load stay, and no other query fails', () => {
		const failure = { kind: 'timeout', message: 'late', hint: '' };
		const state = following(begun, ...show('peers'), peersOf(0, peer('192.0.2.1', 5)), {
			type: 'query-failed',
			query: 'tab-peers:peers',
			failure,
			at: 9,
		});
		expect(addresses(state)).toEqual(['192.0.2.1']);
		expect(state.details.failures.peers).toBe(failure);
		expect(state.connection.failure).toBeUndefined();
		expect(following(state, peersOf(0)).details.failures.peers).toBeUndefined();
	});
});

test('a service without health checks has none for the next download either, until it restarts', () => {
	const absent = { kind: 'absent', message: 'The service does not offer it.', hint: '' };
	const refused = { kind: 'refused', message: 'No.', hint: '' };
	const failed = (failure: typeof absent): Message => ({
		type: 'query-failed',
		query: 'health',
		failure,
		at: 9,
	});
	const down: Message = { type: 'move', rows: 1 };
	const next = following(begun, failed(absent), down);
	expect(next.details.of).not.toBe(begun.details.of);
	expect(next.details.failures.health).toBe(absent);
	expect(following(next, { type: 'stream', open: false }).details.failures.health).toBe(absent);
	expect(following(next, { type: 'stream', open: true }).details.failures.health).toBeUndefined();
	// The refusal concerned that one download only.
	expect(following(begun, failed(refused), down).details.failures.health).toBeUndefined();
});

describe('a health check with a separate result', () => {
	const checking: Message[] = [
		{ type: 'details', what: { type: 'check-health', at: 1_000 } },
		{
			type: 'details',
			what: { type: 'health', of: hash(0), answer: { checking: true, trackers: [] }, at: 2_000 },
		},
	];
	const tick = (now: number): Message => ({ type: 'tick', now });
	const deadline = 2_000 + HEALTH_CHECK_TIMEOUT_MS;
	const lines = (state: State) => healthLines(state).map(({ text }) => text);
	const healthEvent: Message = {
		type: 'event',
		event: {
			type: 'torrent_health_updated',
			payload: { infohash: hash(0), num_seeders: 4, num_leechers: 2, last_tracker_check: 0 },
		},
		at: 9,
	};

	test('ends after its timeout without a result, and can be asked for again', () => {
		const waiting = following(begun, ...checking, tick(deadline - 1));
		expect(lines(waiting)[0]).toBe(healthText.checking(age((HEALTH_CHECK_TIMEOUT_MS - 1) / 1000)));
		const late = following(waiting, tick(deadline));
		expect(late.details.health.checkingSince).toBeUndefined();
		expect(lines(late)).toEqual([healthText.noResult(HEALTH_CHECK_TIMEOUT_MS / 1000), healthText.checkAgain]);
		const again = following(late, { type: 'details', what: { type: 'check-health', at: deadline } });
		expect(lines(again)[0]).toBe(healthText.requesting(age(0)));
	});

	test('shows a result that comes late', () => {
		const late = following(begun, ...checking, tick(deadline), healthEvent);
		expect(late.details.health).toMatchObject({ isOverdue: false, reported: { seeders: 4 } });
		expect(lines(late)).toEqual([healthText.checkAgain]);
	});

	test('has no timeout after its result', () => {
		expect(following(begun, ...checking, healthEvent, tick(deadline)).details.health.isOverdue).toBe(false);
	});
});

test('pieces are counted without the padding bits', () => {
	const pieces = Buffer.from([0xff, 0xff, 0xff]).toString('base64');
	for (const [total, completeCount] of [
		[24, 24],
		[17, 17],
		[3, 3],
		[0, 0],
		[40, 24],
	] as const) {
		const state = following(begun, {
			type: 'details',
			what: { type: 'pieces', of: hash(0), pieces, total, at: 5 },
		});
		expect(state.details.pieces).toMatchObject({ total, completeCount });
	}
});

test('the overview scrolls to its last line at most', () => {
	const state = following(begun, ...show('overview'));
	const scroll = (rows: number) => following(state, { type: 'move', rows, page: 10, lines: 25 }).details;
	expect(scroll(5).overviewScroll).toBe(5);
	expect(scroll(Number.POSITIVE_INFINITY).overviewScroll).toBe(15);
	expect(following(state, { type: 'move', rows: 50, page: 30, lines: 25 }).details.overviewScroll).toBe(0);
});

test('the cursor on trackers stays among them', () => {
	const state = following(begun, ...show('trackers'), { type: 'move', rows: 7 });
	expect(state.details.trackerIndex).toBe(0);
});
