import type { DeclaredAsset } from '../../protocol/resources/market.ts';
import type { OrderFields, PaymentFields, TickGroupFields, TransactionFields } from './order-fields.ts';
import type { WrittenAmount } from './settings.ts';

/** An ask gives the first asset for the second. A bid gives the second for the first. */
export interface Offer {
	readonly firstAmount: WrittenAmount;
	readonly firstAsset: string;
	readonly secondAmount: WrittenAmount;
	readonly secondAsset: string;
	/** Seconds. Default: `DEFAULT_TIMEOUT_S`. */
	readonly timeoutS?: number | undefined;
}

/** Validity of an order whose request has none, s. As services in the field. */
export const DEFAULT_TIMEOUT_S = 3600;

/** A part of the transactions. Both fields together read all, page by page, from the newest. */
export interface TransactionPage {
	/** Only those with a lower number. */
	readonly before?: number | undefined;
	/** Only the newest of them, at most this many. */
	readonly limit?: number | undefined;
}

/** The market of this service, as its routes need it. Errors are HttpErrors. */
export interface Market {
	/** Id of this service: 64 lower-case hexadecimal digits. */
	readonly trader: string;
	asks(): readonly TickGroupFields[];
	bids(): readonly TickGroupFields[];
	/** Durable on return. */
	createAsk(offer: Offer): Promise<OrderFields>;
	createBid(offer: Offer): Promise<OrderFields>;
	/** Own orders. */
	orders(): readonly OrderFields[];
	/** 404 for an unknown number, 400 if the order is neither open nor unverified. */
	cancel(number: number): Promise<void>;
	/** Those with a payment, by number. */
	transactions(page?: TransactionPage): readonly TransactionFields[];
	/** 404 if the trader has no transaction of that number here. */
	payments(trader: string, number: number): readonly PaymentFields[];
	assets(): Promise<readonly Required<DeclaredAsset>[]>;
	/** Traders with which this service does not trade, with the reason, which has no period. */
	blockedTraders(): readonly { readonly trader: string; readonly reason: string }[];
	/** 404 if the trader is not blocked. */
	unblock(trader: string): void;
	/** Gives a wallet the input that it requires. 404 for an unknown asset, 400 if the input is refused. */
	provideInput(asset: string, input: string): Promise<void>;
}

/** Returns the market. Loads it at the first call. Rejects with an HttpError if it cannot be opened. */
export type OpenMarket = () => Promise<Market>;
