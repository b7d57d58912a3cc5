import { asset } from '../../../columns/market.ts';
import { type ExactAmount, NO_AMOUNT, subtractAmounts } from '../../../protocol/exact-amount.ts';
import type { Order } from '../../../protocol/resources/market.ts';

export const cancelDialogText = {
	title: 'Cancel an order',
	question: (order: Order) => `Cancel ${orderText(order)}?`,
	untraded: 'No part of it is traded yet.',
	left: (rest: string, all: string) => `${rest} of ${all} are not traded yet.`,
	reserved: (amount: string) => `${amount} are reserved for trades that are being paid. They continue.`,
	noUndo: 'Undo is not possible. A new order is behind all others of its price.',
} as const;

/** Returns 'ask 12: 10 MB for 5 BTC'. Sanitized. */
export function orderText({ order_number, is_ask, assets }: Order): string {
	const kind = is_ask === undefined ? 'order' : is_ask ? 'ask' : 'bid';
	return `${kind} ${order_number}: ${asset(assets.first)} for ${asset(assets.second)}`;
}

/** Returns the untraded and the reserved quantity of an order, as sentences. Sanitized. */
export function leftSentences({ assets, traded = NO_AMOUNT, reserved_quantity: reserved }: Order): string[] {
	const { amount, type } = assets.first;
	const text = (value: ExactAmount) => asset({ amount: value, ...(type === undefined ? {} : { type }) });
	const isTraded = amount !== undefined && traded.digits > 0n;
	return [
		isTraded
			? cancelDialogText.left(subtractAmounts(amount, traded).text, asset(assets.first))
			: cancelDialogText.untraded,
		...(reserved && reserved.digits > 0n ? [cancelDialogText.reserved(text(reserved))] : []),
	];
}
