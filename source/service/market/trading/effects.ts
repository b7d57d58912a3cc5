import type { LedgerEntry } from '../ledger/ledger.ts';
import type { PayResult } from '../wallets/wallet.ts';
import type { Json } from './codec.ts';

/** Tables of the trading core. Each row is a JSON value by its key. */
export const tables = ['orders', 'ticks', 'proposals', 'transactions', 'sums'] as const;
export type Table = (typeof tables)[number];

/** A row to write. Null deletes it. */
export interface Write {
	readonly table: Table;
	readonly key: string;
	readonly record: Json | null;
}

/** A deleted transaction. */
export interface Deletion {
	/** Keys of its notes, to delete from the ledger. */
	readonly notes: readonly string[];
	/** Ids that stay recorded, 64 hexadecimal digits each. `TradingOptions.isUsed` finds them. */
	readonly used: readonly string[];
}

/** A message to one trader. */
interface Send {
	readonly to: string;
	readonly body: Json;
}

/** A message to all traders. Its envelope returns by `Trading.ownEnvelope`. */
export interface Publish {
	/** Key of the order, and version of the statement. */
	readonly key: string;
	readonly version: number;
	readonly body: Json;
	/** Unix time, ms. */
	readonly expiresMs: number;
}

export type EventName =
	| 'market_ask'
	| 'market_bid'
	| 'market_ask_timeout'
	| 'market_bid_timeout'
	| 'market_tick_removed'
	| 'market_transaction_complete'
	| 'market_payment_received'
	| 'market_payment_sent';

export interface MarketEvent {
	readonly name: EventName;
	/** As the interface shows it. `stringifyExact` writes it. */
	readonly payload: object;
}

/**
 * A call of the wallet of an asset. Its result returns by `Trading.walletDone`, also much later or twice. A task with
 * the same reference may be repeated, as after a restart.
 */
export type WalletTask =
	/** `reference` is the key of the order that waits for it. */
	| { readonly kind: 'balance'; readonly asset: string; readonly reference: string }
	| {
			readonly kind: 'pay';
			readonly asset: string;
			readonly reference: string;
			/** Address of the payee. Untrusted. */
			readonly to: string;
			readonly amount: bigint;
	  }
	| {
			readonly kind: 'received';
			readonly asset: string;
			readonly reference: string;
			/** Id of the payer. */
			readonly from: string;
			/** Id of the payment in the payer's wallet. Untrusted. */
			readonly paymentId: string;
			readonly amount: bigint;
	  };

export type WalletResult =
	/** Undefined if unknown at the moment. */
	| { readonly kind: 'balance'; readonly balance: bigint | undefined }
	| { readonly kind: 'pay'; readonly result: PayResult }
	/** Undefined if unknown at the moment. */
	| { readonly kind: 'received'; readonly received: boolean | undefined };

/** A trader that cheated. */
export interface Block {
	readonly trader: string;
	/** Without a period. */
	readonly reason: string;
}

/**
 * Result of an input of `Trading`. The caller first writes `writes`, `ledger` and `deletions` in one database
 * transaction, then does the rest in any sequence. Effects that a crash prevents are repeated after `start`.
 */
export interface Effects {
	readonly writes: readonly Write[];
	/** Rows to append. */
	readonly ledger: readonly LedgerEntry[];
	readonly deletions: readonly Deletion[];
	readonly sends: readonly Send[];
	readonly publishes: readonly Publish[];
	readonly events: readonly MarketEvent[];
	readonly wallet: readonly WalletTask[];
	readonly blocks: readonly Block[];
}

/** Collects the effects of one input. Only the last write of each row counts. */
export class EffectsCollector {
	readonly #writes = new Map<string, Write>();
	#others = noEffects();

	write(table: Table, key: string, record: Json | null): void {
		this.#writes.set(`${table} ${key}`, { table, key, record });
	}

	append(entry: LedgerEntry): void {
		this.#others.ledger.push(entry);
	}

	delete(deletion: Deletion): void {
		this.#others.deletions.push(deletion);
	}

	send(to: string, body: Json): void {
		this.#others.sends.push({ to, body });
	}

	publish(publish: Publish): void {
		this.#others.publishes.push(publish);
	}

	event(name: EventName, payload: object): void {
		this.#others.events.push({ name, payload });
	}

	wallet(task: WalletTask): void {
		this.#others.wallet.push(task);
	}

	block(trader: string, reason: string): void {
		this.#others.blocks.push({ trader, reason });
	}

	/** Returns the effects since the last call. */
	take(): Effects {
		const effects = { ...this.#others, writes: [...this.#writes.values()] };
		this.#writes.clear();
		this.#others = noEffects();
		return effects;
	}
}

function noEffects() {
	return {
		ledger: [] as LedgerEntry[],
		deletions: [] as Deletion[],
		sends: [] as Send[],
		publishes: [] as Publish[],
		events: [] as MarketEvent[],
		wallet: [] as WalletTask[],
		blocks: [] as Block[],
	};
}
