import { amountOf, numberOf, textOf } from '../body.ts';
import type { Dialect } from '../dialect.ts';
import { ok, Refusal, type Request, type Route, route } from '../route.ts';
import { type ForeignOrder, marketTrader, orderOf, payments, tickOf, transaction } from '../world/market.ts';
import type { World } from '../world/world.ts';

/** Default validity of an order, seconds. */
const DEFAULT_TIMEOUT_S = 3600;

export function marketRoutes(dialect: Dialect, world: World): Route[] {
	if (!dialect.has.has('market')) return [];
	const book = (isAsk: boolean) => {
		const orders = world.orders.filter(({ is_ask, status }) => is_ask === isAsk && status === 'open');
		return orders.length === 0 ? [] : [{ asset1: 'BTC', asset2: 'MB', ticks: orders.map(tickOf) }];
	};
	const create = (isAsk: boolean) => (request: Request) => {
		const order = orderFrom(dialect, request, isAsk, world.orders.length + 1);
		world.orders.push(order);
		if (dialect.creation === 'created') return ok({ created: true });
		// Returns the order without the fields of the request.
		const { assets, timestamp, trader_id, order_number, timeout } = orderOf(order);
		return ok({ assets, timestamp, trader_id, order_number, timeout });
	};
	return [
		route('GET', '/market/asks', () => ok({ asks: book(true) })),
		route('PUT', '/market/asks', create(true)),
		route('GET', '/market/bids', () => ok({ bids: book(false) })),
		route('PUT', '/market/bids', create(false)),
		route('GET', '/market/orders', () => ok({ orders: world.orders.map(orderOf) })),
		route('POST', '/market/orders/{order_number}/cancel', ({ params }) => {
			const order = world.orders.find(({ order_number }) => String(order_number) === params.order_number);
			if (!order) throw new Refusal(404, 'order not found');
			if (order.status !== 'open' && order.status !== 'unverified') {
				throw new Refusal(400, 'only open and unverified orders can be cancelled');
			}
			order.status = 'cancelled';
			return ok({ cancelled: true });
		}),
		route('GET', '/market/transactions', () => ok({ transactions: [transaction] })),
		route('GET', '/market/transactions/{trader_id}/{transaction_number}/payments', ({ params }) => {
			const known =
				params.trader_id === marketTrader &&
				params.transaction_number === String(transaction.transaction_number);
			if (!known) throw new Refusal(404, 'transaction not found');
			return ok({ payments: [payments[dialect.payments]] });
		}),
	];
}

function orderFrom(dialect: Dialect, request: Request, isAsk: boolean, number: number): ForeignOrder {
	const fields = request.fields();
	const asset = (which: string) => {
		const amount = amountOf(fields, `${which}_asset_amount`);
		const type = textOf(fields, `${which}_asset_type`);
		if (amount === undefined) throw new Refusal(400, `${which} asset amount parameter missing`);
		if (type === undefined) throw new Refusal(400, `${which} asset type parameter missing`);
		return { amount, type };
	};
	return {
		order_number: number,
		is_ask: isAsk,
		assets: { first: asset('first'), second: asset('second') },
		timeout: numberOf(dialect, fields, 'timeout') ?? DEFAULT_TIMEOUT_S,
		status: 'open',
	};
}
