import { isOpenOrder, type Order } from '../../protocol/resources/market.ts';

/** Confirms that an own order is cancelled. */
export interface CancelOrderDialog {
	readonly kind: 'market-cancel';
	/** As it was when the dialog opened. */
	readonly order: Order;
}

export const cancelRefusals = {
	over: (number: number, status: string) =>
		`Order ${number} is ${status}. Only open orders can be cancelled.`,
} as const;

/** Returns why an order cannot be cancelled; undefined if it can. The status is untrusted. */
export function cancelRefusal(order: Order): string | undefined {
	const { order_number, status, cancelled } = order;
	if (cancelled) return cancelRefusals.over(order_number, 'cancelled');
	return isOpenOrder(order) ? undefined : cancelRefusals.over(order_number, status ?? '');
}

declare module '../dialogs/dialogs.ts' {
	interface DialogKinds {
		'market-cancel': CancelOrderDialog;
	}
}
