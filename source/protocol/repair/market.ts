import { isFields } from '../../basics/fields.ts';
import { inList } from './fields.ts';

/**
 * PUT /market/asks and /market/bids: {created} in the interface, the order itself in some releases. `isAsk` fills in
 * the kind if the order has none.
 */
export function repairCreation(isAsk: boolean): (answer: unknown) => unknown {
	return (answer) => {
		if (!isFields(answer) || 'created' in answer || !('order_number' in answer)) return answer;
		return { created: true, order: { is_ask: isAsk, ...answer } };
	};
}

/**
 * Repairs a payment: releases have {transferred: {amount, type}} instead of price and quantity. Also used for
 * events.
 */
function repairPayment(payment: unknown): unknown {
	if (!isFields(payment) || !isFields(payment.transferred)) return payment;
	const { amount, type } = payment.transferred;
	return { transferred_quantity: amount, quantity_type: type, ...payment };
}

/** GET …/payments. */
export const repairPayments = inList('payments', repairPayment);
