import { expect } from 'vitest';
import { NO_AMOUNT } from '../../../source/protocol/exact-amount.ts';
import { exact } from '../../fixtures/exact.ts';
import { marketAmounts, marketNumbers, marketTrader } from '../foreign/world/market.ts';
import type { ForeignContext } from './context.ts';

const long = '0.123456789012345678901234';
const offer = {
	first_asset_amount: exact(long),
	first_asset_type: 'BTC',
	second_asset_amount: exact('5000000000'),
	second_asset_type: 'MB',
};
const offered = {
	first: { amount: offer.first_asset_amount, type: 'BTC' },
	second: { amount: offer.second_asset_amount, type: 'MB' },
};
const assets = {
	first: { amount: exact(marketAmounts.first), type: 'BTC' },
	second: { amount: exact(marketAmounts.second), type: 'MB' },
};

/** Creating answers {created}, or the order itself. Both confirm it. */
function expectCreated({ dialect, world }: ForeignContext, answer: object, is_ask: boolean): void {
	const made = world.orders.at(-1);
	expect(made).toMatchObject({ is_ask, timeout: 60 });
	expect(made?.assets.first).toEqual({ amount: { text: long }, type: 'BTC' });
	expect(made?.assets.second).toEqual({ amount: { text: '5000000000' }, type: 'MB' });
	expect(answer).toMatchObject({ created: true });
	if (dialect.creation === 'created') return;
	expect(answer).toMatchObject({
		order: {
			order_number: made?.order_number,
			trader_id: marketTrader,
			is_ask,
			assets: offered,
			timeout: 60,
		},
	});
}

export const marketCases = {
	async listAsks({ client }: ForeignContext) {
		const { asks } = await client.listAsks();
		expect(asks).toEqual([
			{
				asset1: 'BTC',
				asset2: 'MB',
				ticks: [
					{
						trader_id: marketTrader,
						order_number: marketNumbers.open,
						assets,
						timeout: 3600,
						timestamp: 1_795_206_986,
						traded: NO_AMOUNT,
						block_hash: 'b'.repeat(64),
					},
				],
			},
		]);
	},

	async createAsk(context: ForeignContext) {
		const { client } = context;
		expectCreated(context, await client.createAsk({ body: { ...offer, timeout: 60 } }), true);
		// Without a time, the service's default applies.
		await client.createAsk({ body: offer });
		expect(context.world.orders.at(-1)).toMatchObject({ timeout: 3600 });
		expect((await client.listAsks()).asks[0]?.ticks).toHaveLength(3);
	},

	async listBids({ client }: ForeignContext) {
		expect(await client.listBids()).toEqual({ bids: [] });
		await client.createBid({ body: offer });
		expect((await client.listBids()).bids).toMatchObject([{ asset1: 'BTC', ticks: [{ assets: offered }] }]);
	},

	async createBid(context: ForeignContext) {
		expectCreated(context, await context.client.createBid({ body: { ...offer, timeout: 60 } }), false);
	},

	async listOrders({ client }: ForeignContext) {
		const { orders } = await client.listOrders();
		expect(orders.map(({ status }) => status)).toEqual(['open', 'completed', 'unverified']);
		expect(orders[1]).toEqual({
			trader_id: marketTrader,
			order_number: marketNumbers.completed,
			timestamp: 1_795_206_986.5,
			completed_timestamp: 1_795_207_000,
			timeout: 3600,
			is_ask: false,
			assets,
			traded: exact(marketAmounts.first),
			reserved_quantity: NO_AMOUNT,
			cancelled: false,
			status: 'completed',
		});
		expect(orders[0]?.completed_timestamp).toBeNull();
	},

	async cancelOrder({ client, world }: ForeignContext) {
		const cancel = (number: number) => client.cancelOrder({ params: { order_number: String(number) } });
		expect(await cancel(marketNumbers.open)).toEqual({ cancelled: true });
		expect(await cancel(marketNumbers.unverified)).toEqual({ cancelled: true });
		expect(world.orders.map(({ status }) => status)).toEqual(['cancelled', 'completed', 'cancelled']);
		expect((await client.listOrders()).orders[0]).toMatchObject({ cancelled: true, status: 'cancelled' });
		await expect(cancel(marketNumbers.completed)).rejects.toMatchObject({ kind: 'refused', status: 400 });
		await expect(cancel(99)).rejects.toMatchObject({ kind: 'not-found', message: 'order not found' });
	},

	async listTransactions({ client }: ForeignContext) {
		expect((await client.listTransactions()).transactions).toEqual([
			{
				trader_id: marketTrader,
				order_number: marketNumbers.completed,
				partner_trader_id: 'e'.repeat(40),
				partner_order_number: 4,
				transaction_number: marketNumbers.transaction,
				assets,
				transferred: {
					first: { amount: exact(marketAmounts.transferredFirst), type: 'BTC' },
					second: { amount: exact(marketAmounts.transferredSecond), type: 'MB' },
				},
				timestamp: 1_795_206_999.25,
				payment_complete: false,
				status: 'pending',
			},
		]);
	},

	async listPayments({ client, dialect }: ForeignContext) {
		const params = { trader_id: marketTrader, transaction_number: String(marketNumbers.transaction) };
		const { payments } = await client.listPayments({ params });
		expect(payments).toHaveLength(1);
		expect(payments[0]).toMatchObject({
			trader_id: marketTrader,
			transaction_number: marketNumbers.transaction,
			transferred_quantity: exact(marketAmounts.transferredFirst),
			quantity_type: 'MB',
			payment_id: 'p-1',
			address_from: 'from',
			address_to: 'to',
			timestamp: 1_795_207_001,
			...(dialect.payments === 'quantity'
				? { price: exact(marketAmounts.price), price_type: 'BTC', quantity: exact('10') }
				: { success: true }),
		});
		await expect(
			client.listPayments({ params: { ...params, transaction_number: '99' } }),
		).rejects.toMatchObject({ kind: 'not-found' });
	},
} as const;
