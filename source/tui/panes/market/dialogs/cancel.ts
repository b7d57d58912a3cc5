import { asset } from '../../../../columns/market.ts';
import { type ExactAmount, NO_AMOUNT, subtractAmounts } from '../../../../protocol/exact-amount.ts';
import { isOpenOrder, type Order } from '../../../../protocol/resources/market.ts';
import type { State } from '../../../../state/core/state.ts';
import { bookQueries, marketQueries } from '../../../../state/market/market-queries.ts';
import { ownOrderOf } from '../../../../state/market/own-side.ts';
import { question } from '../../../dialogs/questions/question.tsx';

declare module '../../../../state/surfaces/dialogs.ts' {
	interface DialogKinds {
		/** `order`: as it was when the question opened. */
		'market-cancel': { readonly kind: 'market-cancel'; readonly order: Order };
	}
}

export const marketCancelText = {
	title: 'Cancel an order',
	question: (order: Order) => `Cancel ${orderText(order)}?`,
	untraded: 'No part of it is traded yet.',
	left: (rest: string, all: string) => `${rest} of ${all} are not traded yet.`,
	reserved: (amount: string) => `${amount} are reserved for trades that are being paid. They continue.`,
	noUndo: 'Undo is not possible. A new order is behind all others of its price.',
	/** The status is untrusted. */
	over: (number: number, status: string) =>
		`Order ${number} is ${status}. Only open orders can be cancelled.`,
	doing: (order: string) => `Cancelling ${order}`,
	done: (order: string) => `Cancelled ${order}.`,
} as const;

/** Asks before an own order is cancelled. The texts follow the order as it is listed. */
export const marketCancelDialog = question('market-cancel', {
	title: marketCancelText.title,
	asks: ({ order }, state) => marketCancelText.question(listedOrder(state, order)),
	effects: ({ order }, state) => {
		const listed = listedOrder(state, order);
		return [
			{ children: leftSentences(listed), isLive: true },
			{ children: cancelRefusal(listed) ?? marketCancelText.noUndo, token: 'warning', isLive: true },
		];
	},
	answers: [
		{
			id: 'market-cancel-do',
			keys: ['y', 'enter'],
			title: 'Cancel the order',
			hint: 'cancel the order',
			when: (state, { order }) => cancelRefusal(listedOrder(state, order)) ?? true,
			run: ({ state, write }, { order }) => {
				const text = orderText(listedOrder(state, order));
				write({
					queue: `order ${order.order_number}`,
					send: (client) => client.verified.cancelOrder(order.order_number),
					doing: marketCancelText.doing(text),
					done: { level: 'info', text: marketCancelText.done(text) },
					stale: [...marketQueries, ...bookQueries],
				});
			},
		},
	],
	keep: { id: 'market-cancel-keep-order', title: 'Keep the order', hint: 'keep it' },
});

function listedOrder({ market }: Pick<State, 'market'>, order: Order): Order {
	return ownOrderOf(order, market.orders.list) ?? order;
}

/** Returns why an order cannot be cancelled; undefined if it can. Untrusted. */
export function cancelRefusal(order: Order): string | undefined {
	const { order_number, status = '', cancelled } = order;
	if (cancelled) return marketCancelText.over(order_number, 'cancelled');
	return isOpenOrder(order) ? undefined : marketCancelText.over(order_number, status);
}

/** Returns 'ask 12: 10 MB for 5 BTC'. Sanitized. */
function orderText({ order_number, is_ask, assets }: Order): string {
	const kind = is_ask === undefined ? 'order' : is_ask ? 'ask' : 'bid';
	return `${kind} ${order_number}: ${asset(assets.first)} for ${asset(assets.second)}`;
}

/** Returns the untraded and the reserved quantity of an order, as sentences. Sanitized. */
function leftSentences({ assets, traded = NO_AMOUNT, reserved_quantity: reserved }: Order): string[] {
	const { amount, type } = assets.first;
	const text = (value: ExactAmount) => asset({ amount: value, ...(type === undefined ? {} : { type }) });
	const isTraded = amount !== undefined && traded.digits > 0n;
	return [
		isTraded
			? marketCancelText.left(subtractAmounts(amount, traded).text, asset(assets.first))
			: marketCancelText.untraded,
		...(reserved && reserved.digits > 0n ? [marketCancelText.reserved(text(reserved))] : []),
	];
}
