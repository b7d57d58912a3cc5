import { clip, HttpError } from '../http/http-error.ts';
import type { Handler, RouteRequest } from '../http/route.ts';
import type { Market, Offer, OpenMarket } from '../market/market.ts';

type MarketEndpoint =
	| 'listAsks'
	| 'createAsk'
	| 'listBids'
	| 'createBid'
	| 'listOrders'
	| 'cancelOrder'
	| 'listTransactions'
	| 'listPayments'
	| 'listAssets'
	| 'listBlockedTraders'
	| 'unblockTrader'
	| 'provideInput';

export const marketRouteText = {
	noOrder: (number: string) => `There is no order ${clip(number)}.`,
	noTransaction: (number: string) => `There is no transaction ${clip(number)} of this trader.`,
} as const;

/** Handlers of the interface's part 4.3, and of the extensions for assets. The market is opened by the first request. */
export function marketRoutes(open: OpenMarket): { readonly [Name in MarketEndpoint]: Handler<Name> } {
	const create =
		(creation: (market: Market, offer: Offer) => ReturnType<Market['createAsk']>) =>
		async ({ body }: RouteRequest<'createAsk' | 'createBid'>) => {
			const market = await open();
			const order = await creation(market, {
				firstAmount: body.first_asset_amount,
				firstAsset: body.first_asset_type,
				secondAmount: body.second_asset_amount,
				secondAsset: body.second_asset_type,
				timeoutS: body.timeout,
			});
			return { created: true, order };
		};
	return {
		async listAsks() {
			return { asks: groupsOf((await open()).asks()) };
		},

		createAsk: create((market, offer) => market.createAsk(offer)),

		async listBids() {
			return { bids: groupsOf((await open()).bids()) };
		},

		createBid: create((market, offer) => market.createBid(offer)),

		async listOrders() {
			return { orders: [...(await open()).orders()] };
		},

		async cancelOrder({ params }) {
			const number = numberOf(params.order_number) ?? refuse(marketRouteText.noOrder(params.order_number));
			await (await open()).cancel(number);
			return { cancelled: true };
		},

		async listTransactions({ query }) {
			return { transactions: [...(await open()).transactions(query)] };
		},

		async listPayments({ params }) {
			const { trader_id, transaction_number } = params;
			const number =
				numberOf(transaction_number) ?? refuse(marketRouteText.noTransaction(transaction_number));
			return { payments: [...(await open()).payments(trader_id, number)] };
		},

		async listAssets() {
			const assets = await (await open()).assets();
			return { assets: assets.map((asset) => ({ ...asset, input_required: asset.input_required ?? null })) };
		},

		async listBlockedTraders() {
			const traders = (await open()).blockedTraders();
			return { traders: traders.map(({ trader, reason }) => ({ trader_id: trader, reason })) };
		},

		async unblockTrader({ params }) {
			(await open()).unblock(params.trader_id);
			return { unblocked: true };
		},

		async provideInput({ params, body }) {
			await (await open()).provideInput(params.asset, body.input);
			return { accepted: true };
		},
	};
}

const groupsOf = (groups: ReturnType<Market['asks']>) =>
	groups.map((group) => ({ ...group, ticks: [...group.ticks] }));

/** Reads a number of an order or a transaction. They begin at 1. */
function numberOf(text: string): number | undefined {
	return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

function refuse(message: string): never {
	throw new HttpError(404, 'NotFoundError', message);
}
