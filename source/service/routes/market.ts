import { tickKey } from '../../protocol/resources/market.ts';
import type { OpenPart } from '../core/lazy-part.ts';
import { clip, HttpError } from '../http/http-error.ts';
import { RevisedList } from '../http/revised-list.ts';
import type { Handlers, RouteRequest } from '../http/route.ts';
import type { MarketService } from '../market/host/market-service.ts';
import type { Offer } from '../market/host/offer-checks.ts';
import type { TickFields, TickGroupFields } from '../market/order-fields.ts';

export const marketRouteText = {
	noOrder: (number: string) => `There is no order ${clip(number)}.`,
	noTransaction: (number: string) => `There is no transaction ${clip(number)} of this trader.`,
} as const;

/** Handlers of the interface's part 4.3, and of the extensions for assets. The market is opened by the first request. */
export function marketRoutes(open: OpenPart<MarketService>) {
	const create =
		(creation: (market: MarketService, offer: Offer) => ReturnType<MarketService['createAsk']>) =>
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
	const [asks, bids] = [newTickList(), newTickList()];
	return {
		async listAsks({ query }) {
			const { groups, ...changes } = revisedGroups(asks, (await open()).asks(), query.since);
			return { asks: groups, ...changes };
		},

		createAsk: create((market, offer) => market.createAsk(offer)),

		async listBids({ query }) {
			const { groups, ...changes } = revisedGroups(bids, (await open()).bids(), query.since);
			return { bids: groups, ...changes };
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
	} satisfies Partial<Handlers>;
}

type TickList = RevisedList<TickFields, TickFields>;

function newTickList(): TickList {
	return new RevisedList<TickFields, TickFields>({
		keyOf: tickKey,
		// A tick is a new object when it changed.
		copyOf: (tick) => tick,
		isSame: (tick, copy) => tick === copy,
		render: (tick) => tick,
		// Clients sort by price.
		isOrdered: false,
	});
}

/** Returns all groups, or those with ticks that changed since a revision. */
function revisedGroups(list: TickList, groups: readonly TickGroupFields[], since: string | undefined) {
	if (since === undefined) return { groups: groups.map((group) => ({ ...group, ticks: [...group.ticks] })) };
	const { revision, rows, removed } = list.revise(
		groups.flatMap(({ ticks }) => ticks),
		since,
	);
	const changed = new Set(rows.map(({ value }) => value));
	return {
		groups: groups.flatMap((group) => {
			const ticks = removed ? group.ticks.filter((tick) => changed.has(tick)) : [...group.ticks];
			return removed && ticks.length === 0 ? [] : { ...group, ticks };
		}),
		revision,
		...(removed ? { removed: [...removed] } : {}),
	};
}

/** Reads a number of an order or a transaction. They begin at 1. */
function numberOf(text: string): number | undefined {
	return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

function refuse(message: string): never {
	throw new HttpError(404, 'NotFoundError', message);
}
