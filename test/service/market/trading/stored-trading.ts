import type { LedgerEntry } from '../../../../source/service/market/ledger/ledger.ts';
import { countersign, noteKey, signNote } from '../../../../source/service/market/ledger/note.ts';
import type { Effects } from '../../../../source/service/market/trading/effects.ts';
import type { Trading } from '../../../../source/service/market/trading/trading.ts';
import type {
	TradedAsset,
	TradingOptions,
} from '../../../../source/service/market/trading/trading-options.ts';
import { START_MS } from '../matching/make-order.ts';
import { hashOf, hashSignatures } from './hash-signatures.ts';
import { makeTick, makeTrading } from './make-trading.ts';

/** Returns the assets BTC and MB, with 1,000 units each. */
export const tradedAssets = (changes: Partial<TradedAsset> = {}): readonly TradedAsset[] =>
	['BTC', 'MB'].map((name) => ({
		...{ name, precision: 0, balance: 1_000n, isExternal: false },
		...{ credit: 50n, exposure: 250n, address: 'me', ...changes },
	}));

/** Returns the id of the transaction of a proposal by `propose`. */
export const transactionOf = (trader: string, proposal: string): string =>
	hashOf(JSON.stringify([proposal, ...['me', trader].sort()]));

/** A core that stores its rows and can restart. Its wallets confirm everything at once, unless `wallets` is false. */
export class StoredTrading {
	readonly #options: Partial<TradingOptions>;
	readonly #rows = new Map<
		string,
		{ readonly table: string; readonly key: string; readonly record: unknown }
	>();
	#ledger: LedgerEntry[] = [];
	readonly #used = new Set<string>();
	trading: Trading;
	nowMs = START_MS;
	wallets = true;
	/** Whether the wallets make payments. */
	walletsPay = true;
	#proposals = 0;

	constructor(options: Partial<TradingOptions> = {}) {
		this.#options = { isUsed: (id) => this.#used.has(id), ...options };
		this.trading = makeTrading(this.#options);
	}

	/** The stored ledger. */
	get ledger(): readonly LedgerEntry[] {
		return this.#ledger;
	}

	/** Keys of the stored rows of a table. */
	keys(table: string): readonly string[] {
		return this.#of(table).map(({ key }) => key);
	}

	restart(): void {
		const saved = {
			orders: this.#of('orders'),
			ticks: this.#of('ticks'),
			proposals: this.#of('proposals'),
			transactions: this.#of('transactions'),
			sums: this.#of('sums'),
			ledger: this.#ledger,
		};
		this.trading = makeTrading({ ...this.#options, saved, nowMs: this.nowMs });
		this.apply(this.trading.start(this.nowMs));
	}

	/** Stores the effects, and runs their wallet tasks. Returns the bodies of the messages that follow. */
	apply({
		writes,
		ledger,
		deletions,
		sends,
		wallet,
	}: Effects): readonly { readonly to: string; readonly body: unknown }[] {
		for (const { table, key, record } of writes) {
			if (record === null) this.#rows.delete(`${table} ${key}`);
			else this.#rows.set(`${table} ${key}`, { table, key, record });
		}
		this.#ledger.push(...ledger);
		for (const { notes, used } of deletions) {
			this.#ledger = this.#ledger.filter(({ note }) => !notes.includes(noteKey(note)));
			for (const id of used) this.#used.add(id);
		}
		if (!this.wallets) return sends;
		const results = wallet.map((task) => {
			const { kind, reference: paymentId } = task;
			if (kind === 'balance') return this.trading.walletDone(task, { kind, balance: 1_000n }, this.nowMs);
			if (kind === 'received') return this.trading.walletDone(task, { kind, received: true }, this.nowMs);
			const result = this.walletsPay
				? ({ kind: 'paid', paymentId } as const)
				: ({ kind: 'input-required' } as const);
			return this.trading.walletDone(task, { kind, result }, this.nowMs);
		});
		return [...sends, ...results.flatMap((effects) => this.apply(effects))];
	}

	advance(ms: number) {
		this.nowMs += ms;
		return this.apply(this.trading.advance(this.nowMs));
	}

	/** Places an ask, or a bid, of BTC for as many MB. */
	place(units: bigint, isAsk = true) {
		const assets = { first: 'BTC', second: 'MB' };
		const offer = { isAsk, assets, first: units, second: units, timeoutS: 2_000_000 };
		const placed = this.trading.place(offer, this.nowMs);
		if (placed.kind !== 'placed') throw new Error(placed.reason);
		return this.apply(placed.effects);
	}

	/** Receives a message. Returns the messages that follow. */
	receive(from: string, body: object) {
		return this.apply(this.trading.received({ ...makeTick(from), body }, this.nowMs).effects);
	}

	/** Receives a bid of BTC for as many MB. */
	listBid(trader: string, units: bigint): void {
		this.apply(this.trading.published(makeTick(trader, this.#bid(units)), this.nowMs).effects);
	}

	/** A trader proposes to buy BTC of an own order for as many MB, in one round. Returns the id of the proposal. */
	propose(
		trader: string,
		units: bigint,
		partner = 1,
	): { readonly id: string; readonly body: object; readonly answers: readonly unknown[] } {
		const id = hashOf(`${trader} ${++this.#proposals}`).slice(0, 32);
		const number = this.#proposals;
		const order = makeTick(trader, { ...this.#bid(units), number }).body;
		const fill = { quantity: String(units), payment: String(units) };
		const fields = { id, order, partner, rounds: 1, fill, timeout: 60_000, address: trader };
		const body = { v: 1, kind: 'proposal', ...fields };
		return { id, body, answers: this.receive(trader, body).map((sent) => Object(sent.body).kind) };
	}

	/** A trader confirms the own payment of a round. */
	confirm(trader: string, transaction: string, round = 0): void {
		const paid = this.#ledger.find(
			({ kind, note }) => kind === 'paid' && note.transaction === transaction && note.round === round,
		);
		if (!paid) throw new Error(`there is no payment of ${transaction}`);
		const { receipt: signature } = countersign(hashSignatures(trader), paid.note);
		this.receive(trader, { v: 1, kind: 'receipt', transaction, round, signature });
	}

	/** A trader pays a round in MB. Returns the kinds of the messages that follow. */
	pay(trader: string, transaction: string, amount: bigint, paymentId: string, round = 0): readonly unknown[] {
		const sent = this.receive(trader, this.paymentOf(trader, transaction, amount, paymentId, round));
		return sent.map(({ body }) => Object(body).kind);
	}

	/** Returns the message by which a trader pays a round in MB. */
	paymentOf(trader: string, transaction: string, amount: bigint, paymentId: string, round = 0): object {
		const terms = { payee: 'me', asset: 'MB', amount, transaction, round, timestampMs: START_MS };
		const { signature } = signNote(hashSignatures(trader), terms);
		const fields = { transaction, round, asset: 'MB', amount: String(amount), timestamp: START_MS };
		return { v: 1, kind: 'payment', ...fields, signature, payment: paymentId };
	}

	/** Returns the verdict about a message, whose effects are dropped. */
	verdictOf(from: string, body: object): string {
		return this.trading.received({ ...makeTick(from), body }, this.nowMs).verdict;
	}

	#bid(units: bigint) {
		const amountOf = (asset: string) => ({ asset, precision: 0, amount: units });
		const terms = { is_ask: false, first: amountOf('BTC'), second: amountOf('MB') };
		return { ...terms, timestamp: this.nowMs, timeout: 2_000_000 };
	}

	#of(table: string) {
		return [...this.#rows.values()].filter((row) => row.table === table);
	}
}
