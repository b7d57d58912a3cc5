import type { Terms } from '../../../basics/market/order.ts';
import type { Verdict } from '../../../basics/verdict.ts';
import type { LedgerEntry } from '../ledger/ledger.ts';
import type { Signatures } from '../ledger/note.ts';
import type { AssetSettings } from '../settings.ts';
import type { Effects } from './effects.ts';

/** An asset of this service. */
export interface TradedAsset extends Omit<AssetSettings, 'wallet'> {
	/** Whether the wallet alone knows the balance, as a command does. */
	readonly isExternal: boolean;
	/** Address at which the wallet receives payments. */
	readonly address: string;
}

/** A row as it was written by `Effects.writes`. */
export interface SavedRow {
	readonly key: string;
	readonly record: unknown;
}

/** Everything that `Effects` wrote. */
export interface SavedTrading {
	readonly orders: readonly SavedRow[];
	readonly ticks: readonly SavedRow[];
	readonly proposals: readonly SavedRow[];
	readonly transactions: readonly SavedRow[];
	readonly sums: readonly SavedRow[];
	/** In the sequence in which they were appended. */
	readonly ledger: readonly LedgerEntry[];
}

/** Source of unique ids, and of hashes. */
interface Ids {
	/** Returns 32 random hexadecimal digits. */
	next(): string;
	/** Returns 64 hexadecimal digits that depend on the content only. */
	hash(content: string): string;
}

/** A published message whose signature was checked. */
export interface OpenedMessage {
	/** Id of its trader. */
	readonly from: string;
	/** Parsed JSON. */
	readonly body: unknown;
}

/** A message of the overlay. */
export interface TradingMessage extends OpenedMessage {
	/** Id of the peer that delivered it. */
	readonly via: string;
	/** The whole signed message as text. `TradingOptions.open` accepts it. */
	readonly envelope: string;
}

export interface TradingOptions {
	/** Id of this service. */
	readonly trader: string;
	readonly signatures: Signatures;
	readonly assets: readonly TradedAsset[];
	readonly saved: SavedTrading;
	readonly ids: Ids;
	/** Checks a published message that arrived in a reply. Undefined if it is invalid or expired. */
	readonly open: (envelope: string) => OpenedMessage | undefined;
	/** Returns the network of a connected peer, or the peer itself. Limits count the ticks of one source together. */
	readonly sourceOf?: (peer: string) => string;
	/** Whether `Effects.deletions` recorded an id: that of a deleted transaction or of a payment in one. */
	readonly isUsed: (id: string) => boolean;
	/** Time limit of the payments of a transaction. */
	readonly transactionTimeoutMs: number;
	/** Time for which ended orders and transactions are kept. */
	readonly historyMs: number;
	/** Unix time, ms. */
	readonly nowMs: number;
}

/** An ask gives the first asset for the second. A bid gives the second for the first. Amounts are units. */
export type TradeOffer = Pick<Terms, 'isAsk' | 'assets' | 'first' | 'second' | 'timeoutS'>;

export type PlaceRefusal =
	| 'unknown-asset'
	| 'amount-not-positive'
	| 'amount-too-large'
	| 'same-asset'
	| 'invalid-timeout'
	| 'insufficient-balance'
	| 'too-many-orders';

export type Placed =
	| { readonly kind: 'placed'; readonly number: number; readonly effects: Effects }
	/** `asset` is the one that is unknown or insufficient. */
	| { readonly kind: 'refused'; readonly reason: PlaceRefusal; readonly asset?: string };

export interface Received {
	readonly verdict: Verdict;
	readonly effects: Effects;
}

/** Units of an asset. */
export interface AssetBalance {
	readonly name: string;
	/** Undefined if the wallet alone knows it and did not report it yet. */
	readonly balance: bigint | undefined;
	/** Amount that open orders and transactions may still pay. */
	readonly committed: bigint;
	/** Amount that partners owe this service. */
	readonly owed: bigint;
	/** The balance without the committed amount. At least 0. */
	readonly available: bigint | undefined;
}
