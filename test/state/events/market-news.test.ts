import { expect, test } from 'vitest';
import { readEvent } from '../../../source/protocol/events/events.ts';
import { parseExactDecimals } from '../../../source/protocol/exact-json.ts';
import { initialState, type State } from '../../../source/state/core/state.ts';
import { marketNewsText } from '../../../source/state/events/market-news.ts';
import { takeTicks } from '../../../source/state/market/market.ts';
import { update } from '../../../source/tui/shell/update.ts';
import { exact } from '../../fixtures/exact.ts';

const NOW_MS = 1_795_000_000_000;
const initial = initialState('http://127.0.0.1:1', 'a test', NOW_MS);

/** Applies an event with a payload of JSON. */
const after = (state: State, name: string, payload: string): State =>
	update(state, { type: 'event', event: readEvent(name, parseExactDecimals(payload)), at: NOW_MS });

const assets = '{"first":{"amount":10,"type":"MB"},"second":{"amount":5.000000000000000001,"type":"BTC"}}';
const offer = '10 MB for 5.000000000000000001 BTC';
const tick = (traded: string, trader = 'me') =>
	`{"trader_id":"${trader}","order_number":12,"assets":${assets},"traded":${traded}}`;
const transaction = (status: string) =>
	`{"tx":{"trader_id":"me","order_number":12,"transaction_number":7,"assets":${assets},"transferred":${assets},"status":"${status}"},"mine":true}`;
const payment = (number: number) =>
	`{"trader_id":"me","transaction_number":${number},"quantity":0.5,"quantity_type":"BTC","transferred_quantity":2}`;

const withOwnOrder = (isAsk?: boolean) =>
	update(
		{ ...initial, pane: 'market' },
		{
			type: 'answer',
			query: 'market-orders:orders',
			endpoint: 'listOrders',
			answer: {
				orders: [
					{
						trader_id: 'me',
						order_number: 12,
						...(isAsk === undefined ? {} : { is_ask: isAsk }),
						assets: { first: {}, second: {} },
						completed_timestamp: null,
					},
				],
			},
			at: NOW_MS,
			sentAt: NOW_MS,
		},
	);
const withOrder = withOwnOrder();
const noticeOf = ({ journal }: State) => journal.notice?.text;
const textsOf = ({ journal }: State) => journal.entries.map(({ text }) => text);

test('a new tick is an event without a notice, and its trades are no events', () => {
	const known = after(initial, 'market_ask', tick('0', 'other'));
	expect([noticeOf(known), textsOf(known)]).toEqual([undefined, [marketNewsText.tick('ask', offer)]]);
	expect(textsOf(after(withOrder, 'market_bid', tick('0')))).toEqual([]);
	const traded = after(known, 'market_ask', tick('3', 'other'));
	expect(textsOf(after(traded, 'market_ask', tick('10', 'other')))).toEqual(textsOf(known));
});

test('a completed order is a notice if it is an own one', () => {
	expect(noticeOf(after(withOrder, 'market_bid', tick('10')))).toBe(
		marketNewsText.completed('bid', 12, offer),
	);
	expect(noticeOf(after(withOrder, 'market_bid', tick('10', 'other')))).toBeUndefined();
	expect(noticeOf(after(initial, 'market_bid', tick('10')))).toBeUndefined();
});

test('the end of a transaction is a notice, also its failure', () => {
	expect(noticeOf(after(initial, 'market_transaction_complete', transaction('completed')))).toBe(
		marketNewsText.transaction(7, offer),
	);
	const failed = after(initial, 'market_transaction_complete', transaction('error'));
	expect(failed.journal.notice).toMatchObject({
		level: 'error',
		text: marketNewsText.failed(7, '10 MB', '5.000000000000000001 BTC'),
	});
});

test('the end of a transaction names the own side if its order is listed', () => {
	const end = transaction('completed');
	expect(noticeOf(after(withOwnOrder(true), 'market_transaction_complete', end))).toBe(
		marketNewsText.sold(offer),
	);
	expect(noticeOf(after(withOwnOrder(false), 'market_transaction_complete', end))).toBe(
		marketNewsText.bought(offer),
	);
});

test('a removed tick is named if the book has it, and an own one is no event', () => {
	const tickOfOther = {
		trader_id: 'other',
		order_number: 12,
		assets: {
			first: { amount: exact('10'), type: 'MB' },
			second: { amount: exact('5.000000000000000001'), type: 'BTC' },
		},
	};
	const market = takeTicks(
		withOrder.market,
		'bids',
		[{ asset1: 'MB', asset2: 'BTC', ticks: [tickOfOther] }],
		NOW_MS,
		NOW_MS,
	);
	const removed = (trader: string) =>
		textsOf(
			after({ ...withOrder, market }, 'market_tick_removed', `{"trader_id":"${trader}","order_number":12}`),
		);
	expect(removed('other')).toEqual([marketNewsText.removed('bid', offer)]);
	expect(removed('unknown')).toEqual([marketNewsText.removedUnknown(12)]);
	expect(removed('me')).toEqual([]);
});

test('a trade is one notice: its payments are events, and so is the order that it completes', () => {
	const paid = after(withOwnOrder(true), 'market_payment_received', payment(7));
	expect([noticeOf(paid), textsOf(paid)]).toEqual([undefined, [marketNewsText.received(7, '0.5 BTC')]]);
	const sent = after(paid, 'market_payment_sent', payment(7));
	expect(noticeOf(sent)).toBeUndefined();
	const end = (state: State) => after(state, 'market_transaction_complete', transaction('completed'));
	const completed = (state: State) => after(state, 'market_ask', tick('10'));
	expect(noticeOf(completed(end(sent)))).toBe(marketNewsText.sold(offer));
	expect(noticeOf(end(completed(sent)))).toBe(marketNewsText.completed('ask', 12, offer));
	for (const both of [completed(end(sent)), end(completed(sent))]) expect(textsOf(both)).toHaveLength(4);
});

test('each trade of an order is a notice', () => {
	const end = (state: State) => after(state, 'market_transaction_complete', transaction('completed'));
	const first = end(withOrder);
	expect(end(first).journal.notice?.id).not.toBe(first.journal.notice?.id);
});

test('a wallet that waits for input is a notice, with the question if the service sends it', () => {
	const ours = after(
		initial,
		'market_iom_input_required',
		'{"asset":"MB","kind":"passphrase","question":"?"}',
	);
	expect(ours.journal.notice).toMatchObject({
		text: marketNewsText.input('MB'),
		requiredInput: { asset: 'MB', kind: 'passphrase', question: '?' },
	});
	const foreign = after(initial, 'market_iom_input_required', '{}');
	expect(noticeOf(foreign)).toBe(marketNewsText.inputElsewhere);
	expect(foreign.journal.notice?.requiredInput).toBeUndefined();
});
