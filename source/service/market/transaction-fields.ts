import type { TickFields } from './order-fields.ts';

/** Transactions and payments as the interface shows them (part 2). `stringifyExact` writes them. */

type ExactNumber = TickFields['traded'];

export interface TransactionFields {
	readonly trader_id: string;
	readonly order_number: number;
	readonly partner_trader_id: string;
	readonly partner_order_number: number;
	/** Our own, from 1. */
	readonly transaction_number: number;
	readonly assets: TickFields['assets'];
	readonly transferred: TickFields['assets'];
	/** Unix time, s. */
	readonly timestamp: number;
	readonly payment_complete: boolean;
	/** As in releases. */
	readonly status: 'pending' | 'completed' | 'error';
}

/** A part of the transactions. Both fields together read all, page by page, from the newest. */
export interface TransactionPage {
	/** Only those with a lower number. */
	readonly before?: number | undefined;
	/** Only the newest of them, at most this many. */
	readonly limit?: number | undefined;
}

export interface PaymentFields {
	readonly trader_id: string;
	readonly transaction_number: number;
	readonly price: ExactNumber;
	readonly price_type: string;
	readonly quantity: ExactNumber;
	readonly quantity_type: string;
	/** Amount of the asset that this transaction transferred so far, this payment included. */
	readonly transferred_quantity: ExactNumber;
	readonly payment_id: string;
	readonly address_from: string;
	readonly address_to: string;
	/** Unix time, s. */
	readonly timestamp: number;
	/** As in releases. */
	readonly transferred: { readonly amount: ExactNumber; readonly type: string };
	readonly success: boolean;
}
