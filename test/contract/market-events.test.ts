import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEvents } from '../../source/client/events.ts';
import type { ServiceEvent } from '../../source/protocol/events/events.ts';
import { stringifyExact } from '../../source/protocol/exact-json.ts';
import { atEnd } from '../fixtures/cleanup.ts';
import { exact } from '../fixtures/exact.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { runService } from '../fixtures/service.ts';
import { runTwoTradingServices, type TradingService } from '../fixtures/trading-service.ts';
import type { RunningService } from '../programs/service-process.ts';
import { until } from '../programs/until.ts';

const assets = [
	{ name: 'MB', precision: 0, balance: '1000', credit: '1000' },
	{ name: 'BTC', precision: 18, balance: '10', credit: '10' },
];
/** A price that no double keeps. */
const tiny = '0.100000000000000001';

/** Events of a service since the call. */
interface Listener {
	readonly events: readonly ServiceEvent[];
	/** The stream as bytes, in the framing of the interface document. */
	text(): string;
}

async function listen(service: Pick<RunningService, 'url' | 'key' | 'client'>): Promise<Listener> {
	const abort = new AbortController();
	atEnd(() => abort.abort());
	const events: ServiceEvent[] = [];
	let text = '';
	const iterator = readEvents(service.client(), abort.signal);
	await iterator.next();
	(async () => {
		for await (const event of iterator) events.push(event);
	})().catch(() => {});
	const response = await fetch(`${service.url}/events`, {
		headers: { 'x-api-key': service.key, accept: 'application/json' },
		signal: abort.signal,
	});
	(async () => {
		const decoder = new TextDecoder();
		for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
	})().catch(() => {});
	return { events, text: () => text };
}

type MarketEvent<Type> = Extract<ServiceEvent, { readonly type: Type }>;

/** Waits for an event of a type that fulfills a condition. */
const heard = <Type extends ServiceEvent['type']>(
	{ events }: Listener,
	type: Type,
	condition: (payload: MarketEvent<Type>['payload']) => boolean = () => true,
) =>
	until(
		() =>
			events.find(
				(event): event is MarketEvent<Type> => event.type === type && condition(event.payload as never),
			),
		{ awaited: type, seen: () => stringifyExact(events) },
	);

async function traderOf({ service }: TradingService): Promise<string> {
	const { orders } = await service.client().listOrders();
	return orders[0]?.trader_id ?? '';
}

test('two services emit the events of ticks, timeouts, payments and transactions', async () => {
	const [seller, buyer] = await runTwoTradingServices({ assets });
	const [sellerHears, buyerHears] = await Promise.all([listen(seller.service), listen(buyer.service)]);

	await seller.trader.ask('10 MB', `${tiny} BTC`);
	const trader = await traderOf(seller);
	for (const listener of [sellerHears, buyerHears]) {
		const { payload } = await heard(listener, 'market_ask', ({ trader_id }) => trader_id === trader);
		expect(payload).toMatchObject({
			order_number: 1,
			timeout: 3600,
			assets: { first: { amount: exact('10'), type: 'MB' }, second: { amount: exact(tiny), type: 'BTC' } },
			traded: exact('0'),
		});
		await until(() => listener.text().includes(`"amount":${tiny}`));
	}

	// More than the ask, so that a part stays in the book.
	await buyer.trader.bid('20 MB', '0.4 BTC');
	await heard(sellerHears, 'market_bid');
	for (const [listener, own] of [
		[sellerHears, trader],
		[buyerHears, await traderOf(buyer)],
	] as const) {
		const { payload } = await heard(listener, 'market_transaction_complete');
		// The older order sets the price.
		expect(payload).toMatchObject({
			mine: true,
			tx: {
				trader_id: own,
				transaction_number: 1,
				transferred: { first: { amount: exact('10') }, second: { amount: exact(tiny) } },
				payment_complete: true,
				status: 'completed',
			},
		});
		const sent = await heard(listener, 'market_payment_sent');
		const received = await heard(listener, 'market_payment_received');
		expect([sent.payload.quantity_type, received.payload.quantity_type].sort()).toEqual(['BTC', 'MB']);
		expect(sent.payload.address_from).toBe(own);
		expect(received.payload.address_to).toBe(own);
		// The events are the payments of the list.
		const params = { trader_id: own, transaction_number: '1' };
		const { payments } = await (own === trader ? seller : buyer).service.client().listPayments({ params });
		const ids = listener.events.flatMap((event) =>
			event.type === 'market_payment_sent' || event.type === 'market_payment_received'
				? [event.payload.payment_id]
				: [],
		);
		expect(ids.sort()).toEqual(payments.map(({ payment_id }) => payment_id).sort());
	}

	await expectFields(seller.service, trader);

	await seller.trader.ask('1 MB', '5 BTC', 1);
	await buyer.trader.bid('1 MB', '0.00001 BTC', 1);
	for (const listener of [sellerHears, buyerHears]) {
		expect((await heard(listener, 'market_ask_timeout')).payload).toMatchObject({
			order_number: 2,
			timeout: 1,
		});
		expect((await heard(listener, 'market_bid_timeout')).payload).toMatchObject({
			order_number: 2,
			timeout: 1,
		});
	}

	await seller.trader.ask('1 MB', '6 BTC');
	await heard(buyerHears, 'market_ask', ({ order_number }) => order_number === 3);
	await seller.trader.cancel(3);
	for (const listener of [sellerHears, buyerHears]) {
		await heard(
			listener,
			'market_tick_removed',
			(payload) => payload.trader_id === trader && payload.order_number === 3,
		);
	}
});

const number = expect.any(Number);
const text = expect.any(String);
const truth = expect.any(Boolean);
const integer = expect.toSatisfy(Number.isSafeInteger, 'an integer');
const pair = { first: { amount: number, type: 'MB' }, second: { amount: number, type: 'BTC' } };

/** Checks the type of every field of the interface's part 2, as sent. */
async function expectFields(
	{ url, key }: Pick<RunningService, 'url' | 'key'>,
	trader: string,
): Promise<void> {
	const ask = async (path: string): Promise<unknown> =>
		(await fetch(`${url}/market/${path}`, { headers: { 'x-api-key': key } })).json();
	expect(await ask('bids')).toEqual({
		bids: [
			{
				asset1: 'MB',
				asset2: 'BTC',
				ticks: [
					{
						trader_id: text,
						order_number: integer,
						timeout: integer,
						timestamp: number,
						assets: pair,
						traded: number,
					},
				],
			},
		],
	});
	expect(await ask('orders')).toEqual({
		orders: [
			{
				trader_id: trader,
				order_number: 1,
				timeout: 3600,
				timestamp: number,
				assets: pair,
				traded: 10,
				reserved_quantity: 0,
				is_ask: true,
				completed_timestamp: number,
				cancelled: false,
				status: 'completed',
			},
		],
	});
	expect(await ask('transactions')).toEqual({
		transactions: [
			{
				trader_id: trader,
				order_number: 1,
				partner_trader_id: expect.stringMatching(/^[0-9a-f]{64}$/),
				partner_order_number: 1,
				transaction_number: 1,
				assets: pair,
				transferred: pair,
				timestamp: number,
				payment_complete: true,
				status: 'completed',
			},
		],
	});
	const { payments } = (await ask(`transactions/${trader}/1/payments`)) as { payments: unknown[] };
	expect(payments.length).toBeGreaterThanOrEqual(2);
	for (const payment of payments) {
		expect(payment).toEqual({
			trader_id: trader,
			transaction_number: 1,
			price: number,
			price_type: text,
			quantity: number,
			quantity_type: text,
			transferred_quantity: number,
			payment_id: text,
			address_from: text,
			address_to: text,
			timestamp: number,
			transferred: { amount: number, type: text },
			success: truth,
		});
	}
}

/** A wallet that asks for a PIN as soon as a file exists. */
const wallet = `
import { existsSync } from 'node:fs';
const input = existsSync(process.argv[2]) ? { input: { kind: 'password', question: 'PIN of the card' } } : {};
process.stdin.resume().on('end', () => console.log(JSON.stringify({ balance: '5', address: 'card', ...input })));
`;

test('a service emits the input that a wallet requires', async () => {
	const folder = await makeFolder();
	const [program, flag] = [join(folder, 'wallet.mjs'), join(folder, 'locked')];
	await writeFile(program, wallet);
	const command = [process.execPath, program, flag];
	const service = await runService({
		settings: {
			market: { assets: [{ name: 'EUR', precision: 2, credit: '1', wallet: { type: 'command', command } }] },
		},
	});
	const listener = await listen(service);
	const client = service.client();
	expect((await client.listAssets()).assets).toMatchObject([{ name: 'EUR', input_required: null }]);
	await writeFile(flag, '');
	await until(async () => {
		await client.listAssets();
		return listener.events.some(({ type }) => type === 'market_iom_input_required');
	});
	expect((await heard(listener, 'market_iom_input_required')).payload).toEqual({
		asset: 'EUR',
		kind: 'password',
		question: 'PIN of the card',
	});
	expect((await client.listAssets()).assets).toMatchObject([{ input_required: { kind: 'password' } }]);
});
