import { addAmounts, type ExactAmount, NO_AMOUNT, unitsOf } from '../protocol/exact-amount.ts';
import type { Order, Payment, Transaction } from '../protocol/resources/market.ts';

export type PaymentDirection = 'paid' | 'received' | 'unknown';

/** A payment in the timeline of its transaction. Texts are untrusted. */
export interface TimelineRow {
	readonly payment: Payment;
	/** Unix s; undefined if it is unknown. */
	readonly time: number | undefined;
	readonly direction: PaymentDirection;
	readonly asset: string;
	readonly amount: ExactAmount | undefined;
	/** Amount of this asset that is paid so far, this payment included. */
	readonly total: ExactAmount | undefined;
	/** Agreed amount of this asset. */
	readonly agreed: ExactAmount | undefined;
	readonly hasFailed: boolean;
}

/** Returns the payments of a transaction, the oldest first. `order`: the own order of the transaction, if known. */
export function paymentTimeline(
	transaction: Transaction,
	payments: readonly Payment[],
	order: Order | undefined,
): readonly TimelineRow[] {
	const totals = new Map<string, ExactAmount>();
	return inSequence(payments).map((payment): TimelineRow => {
		const { quantity, quantity_type, transferred_quantity, price_type } = payment;
		const asset = quantity_type ?? price_type ?? '';
		// Releases report only the amount of the payment itself, as the transferred one.
		const amount = quantity ?? transferred_quantity;
		const hasFailed = payment.success === false;
		const sum = addAmounts(totals.get(asset) ?? NO_AMOUNT, (!hasFailed && amount) || NO_AMOUNT);
		totals.set(asset, sum);
		const { first, second } = transaction.assets;
		return {
			payment,
			time: payment.timestamp,
			direction: directionOf(payment, asset, transaction, order),
			asset,
			amount,
			total: quantity === undefined ? sum : (transferred_quantity ?? sum),
			agreed: asset === first.type ? first.amount : asset === second.type ? second.amount : undefined,
			hasFailed,
		};
	});
}

/** Sorts by time. Payments without a time stay where the service listed them. */
function inSequence(payments: readonly Payment[]): readonly Payment[] {
	if (payments.some(({ timestamp }) => timestamp === undefined)) return payments;
	return payments.toSorted((a, b) => (a.timestamp ?? 0) - (b.timestamp ?? 0));
}

/**
 * Returns the direction of a payment for the own trader. The addresses of our own service are traders. Other services
 * have addresses of wallets: there the own order decides, because an ask gives the first asset.
 */
function directionOf(
	{ address_from, address_to }: Payment,
	asset: string,
	{ trader_id, assets }: Transaction,
	order: Order | undefined,
): PaymentDirection {
	if (address_from !== address_to) {
		if (address_from === trader_id) return 'paid';
		if (address_to === trader_id) return 'received';
	}
	const isFirst = asset === assets.first.type;
	const isKnown = isFirst || asset === assets.second.type;
	if (order?.is_ask === undefined || !isKnown) return 'unknown';
	return order.is_ask === isFirst ? 'paid' : 'received';
}

/** Whether a transaction may still get payments. */
export function isPending({ status, payment_complete }: Transaction): boolean {
	return status === undefined ? payment_complete !== true : status === 'pending';
}

/** Returns the part of an amount that is paid, from 0 to 1, in thousandths. For bars only. */
export function paidPart(paid: ExactAmount | undefined, all: ExactAmount | undefined): number | undefined {
	if (!paid || !all || all.digits <= 0n) return undefined;
	const decimals = Math.max(paid.decimals, all.decimals);
	const thousandths = (unitsOf(paid, decimals) * 1_000n) / unitsOf(all, decimals);
	return Number(thousandths < 0n ? 0n : thousandths > 1_000n ? 1_000n : thousandths) / 1_000;
}
