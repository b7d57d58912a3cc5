import type { Match } from '../../../basics/market/find-matches.ts';
import { checkTerms, createOrder, keyOf, type Order, statusOf } from '../../../basics/market/order.ts';
import type { Verdict } from '../../../basics/verdict.ts';
import { Ledger } from '../ledger/ledger.ts';
import { type TickGroup, tickGroups } from '../matching/book-view.ts';
import type { CancelResult } from '../matching/matching-engine.ts';
import type { PaymentFields, TransactionFields } from '../order-fields.ts';
import { BookFeed } from './book-feed.ts';
import { BookRequests } from './book-requests.ts';
import { tryDecode } from './codec.ts';
import { Commitments } from './commitments.ts';
import { earliest } from './earliest.ts';
import { type Block, type Effects, EffectsCollector, type WalletResult, type WalletTask } from './effects.ts';
import { MatchQueue } from './match-queue.ts';
import { type DirectMessage, directCodec } from './messages.ts';
import { Negotiation } from './negotiation.ts';
import { OwnOrders } from './own-orders.ts';
import { restoreMatching } from './restore-matching.ts';
import { sumRow } from './saved-rows.ts';
import { Settlement } from './settlement.ts';
import { emitTick, emitTimeout } from './tick-events.ts';
import { Ticks } from './ticks.ts';
import { Assets, type BlockKind, type TradingContext } from './trading-context.ts';
import type {
	AssetBalance,
	Placed,
	Received,
	TradeOffer,
	TradingMessage,
	TradingOptions,
} from './trading-options.ts';
import type { Transaction } from './transaction.ts';
import { blockText } from './transaction-ends.ts';
import { type TransactionPage, TransactionView } from './transaction-view.ts';
import { Transactions } from './transactions.ts';
import { WalletTasks } from './wallet-tasks.ts';

/**
 * The market of this service without input and output. Each input returns effects, which its caller must carry out
 * before the next input. After a restart, a new instance continues from the rows that the effects wrote.
 */
export class Trading {
	readonly #context: TradingContext;
	readonly #matches = new MatchQueue();
	readonly #blocked: Map<string, BlockKind>;
	readonly #connected = new Set<string>();
	readonly #feed: BookFeed;
	readonly #requests: BookRequests;
	readonly #ticks: Ticks;
	readonly #orders: OwnOrders;
	readonly #negotiation: Negotiation;
	readonly #transactions: Transactions;
	readonly #settlement: Settlement;
	readonly #commitments: Commitments;
	readonly #view: TransactionView;

	constructor(options: TradingOptions) {
		const { trader, signatures, assets, saved, ids, open, transactionTimeoutMs, nowMs } = options;
		const { historyMs, isUsed } = options;
		const effects = new EffectsCollector();
		const balances = new Map(
			assets.map(({ name, isExternal, balance }) => [name, isExternal ? 0n : balance]),
		);
		const external = new Set(assets.flatMap(({ name, isExternal }) => (isExternal ? name : [])));
		const deletedSums = new Map(saved.sums.map(({ key, record }) => [key, sumRow.decode(record).units]));
		this.#context = {
			trader,
			assets: new Assets(assets),
			engine: restoreMatching(saved, nowMs),
			ledger: new Ledger(signatures, balances, saved.ledger, external, deletedSums),
			ids,
			effects,
			tasks: new WalletTasks(effects),
			nowMs,
			historyMs,
			isUsed,
			matchAt: (key, atMs) => this.#matches.add(key, atMs, this.#context.nowMs),
			sourceOf: options.sourceOf ?? ((peer) => peer),
			isBlocked: (other) => this.#blocked.has(other),
			isIgnored: (other) => this.#blocked.get(other) === 'conflict',
			block: (other, kind) => this.#block(other, kind),
			unblock: (other) => this.#unblock(other),
		};
		const context = this.#context;
		this.#feed = new BookFeed(ids.next());
		this.#ticks = new Ticks(context, this.#feed, open);
		this.#requests = new BookRequests(context, this.#feed, (envelope, via) =>
			this.#ticks.replied(envelope, via),
		);
		this.#transactions = new Transactions(context);
		this.#view = new TransactionView(context, this.#transactions);
		this.#orders = new OwnOrders(
			context,
			this.#feed,
			(asset) => this.#commitments.availableOf(asset),
			(key) => this.#transactions.hasOrder(key),
		);
		this.#settlement = new Settlement(context, signatures, this.#transactions, {
			sent: (transaction, note) =>
				effects.event('market_payment_sent', this.#view.payment(transaction, note)),
			gotten: (transaction, note) =>
				effects.event('market_payment_received', this.#view.payment(transaction, note)),
			completed: (transaction) => {
				const payload = { tx: this.#view.transaction(transaction), mine: true };
				effects.event('market_transaction_complete', payload);
			},
			settled: (transaction) => this.#settled(transaction),
		});
		const statements = {
			statementOf: (key: string, order: Order) => this.#orders.statementOf(key, order),
			learn: (...stated: readonly [string, Parameters<Ticks['learn']>[1], string]) =>
				this.#ticks.learn(...stated, null),
		};
		this.#negotiation = new Negotiation(context, statements, this.#settlement, transactionTimeoutMs);
		this.#commitments = new Commitments(context, this.#negotiation, this.#transactions);
		this.#transactions.restore(saved.transactions);
		this.#blocked = new Map(this.#transactions.blocked());
		this.#ticks.restore(saved.ticks);
		this.#orders.restore(saved.orders);
		this.#negotiation.restore(saved.proposals);
	}

	/** Repeats the messages and wallet tasks of the saved state. Call it once, first. */
	start(nowMs: number): Effects {
		return this.#input(nowMs, () => this.#settlement.resume());
	}

	/** `held` is the balance of the wallet that pays, if the caller knows it. */
	place(offer: TradeOffer, nowMs: number, held?: bigint): Placed {
		this.#context.nowMs = Math.max(nowMs, this.#context.nowMs);
		const asset = offer.isAsk ? offer.assets.first : offer.assets.second;
		const refusal = this.#orders.refusalOf(offer, this.#commitments.of(asset), held);
		if (refusal) return { kind: 'refused', ...refusal };
		if (held !== undefined) this.#commitments.reported(asset, held);
		let number = 0;
		const effects = this.#input(nowMs, () => {
			number = this.#orders.place(offer).number;
		});
		return { kind: 'placed', number, effects };
	}

	cancel(number: number, nowMs: number): { readonly result: CancelResult; readonly effects: Effects } {
		let result: CancelResult = 'unknown';
		const effects = this.#input(nowMs, () => {
			result = this.#orders.cancel(number);
			if (result !== 'ok') return;
			this.#negotiation.withdrawOrder(keyOf({ trader: this.#context.trader, number }));
		});
		return { result, effects };
	}

	/** Returns the trades that would follow if the order was placed. Changes nothing. */
	preview(offer: TradeOffer, nowMs: number): readonly Match[] {
		const terms = { ...this.#orders.termsOf(offer), timestampMs: nowMs };
		return checkTerms(terms) ? [] : this.#context.engine.preview(createOrder(terms), nowMs);
	}

	/** A message to all traders. */
	published({ from, body, via, envelope }: TradingMessage, nowMs: number): Received {
		return this.#message(nowMs, from, () => this.#ticks.published(from, body, via, envelope));
	}

	/** A message to this trader alone. */
	received({ from, body, via }: TradingMessage, nowMs: number): Received {
		return this.#message(nowMs, from, () => {
			const message = tryDecode(directCodec, body);
			return message ? this.#direct(from, message, via) : 'reject';
		});
	}

	connected(peer: string, nowMs: number): Effects {
		return this.#input(nowMs, () => {
			this.#connected.add(peer);
			if (this.#context.isIgnored(peer)) return;
			this.#settlement.connected(peer);
			if (this.#blocked.has(peer)) return;
			this.#requests.connected(peer);
			this.#negotiation.connected(peer);
		});
	}

	disconnected(peer: string): void {
		this.#connected.delete(peer);
		this.#requests.disconnected(peer);
	}

	/** Keeps the envelope of an own statement for replies. */
	ownEnvelope(key: string, version: number, envelope: string, nowMs: number): Effects {
		return this.#input(nowMs, () => this.#orders.published(key, version, envelope));
	}

	walletDone(task: WalletTask, result: WalletResult, nowMs: number): Effects {
		return this.#input(nowMs, () => {
			const isBalance = result.kind === 'balance';
			if (isBalance && result.balance !== undefined) this.#commitments.reported(task.asset, result.balance);
			const waiting = this.#context.tasks.done(task);
			// A payment counts also if this service did not wait for it any more.
			const isPaid = result.kind === 'pay' && result.result.kind === 'paid';
			if (!waiting && !isPaid) return;
			if (!isBalance) this.#settlement.payments.walletDone(task, result);
			else this.#orders.balanceKnown(task, result, this.#commitments.of(task.asset));
		});
	}

	/** Repeats what waits for a wallet, e.g. after an input of the user. */
	walletReady(asset: string, nowMs: number): Effects {
		return this.#input(nowMs, () => {
			const { tasks } = this.#context;
			tasks.hasten(asset, this.#context.nowMs);
			tasks.advance(this.#context.nowMs);
		});
	}

	/** Expires orders, repeats messages and ends trades that are due at `nowMs`. */
	advance(nowMs: number): Effects {
		return this.#input(nowMs, () => {
			const { engine, tasks } = this.#context;
			for (const order of engine.expire(this.#context.nowMs)) {
				emitTimeout(this.#context, order);
				this.#orders.expired(keyOf(order));
			}
			this.#orders.advance();
			this.#ticks.advance();
			this.#requests.advance();
			this.#negotiation.advance();
			this.#settlement.advance();
			tasks.advance(this.#context.nowMs);
		});
	}

	/** Traders with which this service does not trade, with the reason. */
	blocked(): readonly Block[] {
		return [...this.#blocked].map(([trader, kind]) => ({ trader, reason: blockText[kind] }));
	}

	/** Trades with a trader again. Its debts still count. `isDone` is false if it was not blocked. */
	unblock(trader: string, nowMs: number): { readonly isDone: boolean; readonly effects: Effects } {
		const isDone = this.#blocked.has(trader);
		const effects = this.#input(nowMs, () => {
			if (!isDone) return;
			this.#transactions.unblock(trader);
			this.#unblock(trader);
		});
		return { isDone, effects };
	}

	/** Time of the next `advance`, Unix time, ms; undefined if nothing waits. */
	get nextMs(): number | undefined {
		return earliest(
			this.#context.engine.nextExpiryMs,
			this.#ticks.nextMs,
			this.#requests.nextMs,
			this.#negotiation.nextMs,
			this.#settlement.nextMs,
			this.#context.tasks.nextMs,
			this.#orders.nextMs,
			this.#matches.nextMs,
		);
	}

	/** The asks or the bids of all traders. */
	books(isAsk: boolean): readonly TickGroup[] {
		return tickGroups(this.#context.engine.books(), isAsk);
	}

	order(number: number): Order | undefined {
		return this.#orders.get(number);
	}

	ownOrders(): readonly Order[] {
		return this.#context.engine.ownOrders();
	}

	transactions(page?: TransactionPage): readonly TransactionFields[] {
		return this.#view.all(page);
	}

	/** Undefined if there is no such transaction. */
	paymentsOf(number: number): readonly PaymentFields[] | undefined {
		return this.#view.paymentsOf(number);
	}

	balances(): readonly AssetBalance[] {
		return this.#commitments.balances();
	}

	#direct(from: string, message: DirectMessage, via: string): Verdict {
		const isOfDebt = message.kind === 'payment' || message.kind === 'receipt';
		if (this.#blocked.has(from) && !isOfDebt) return 'ignore';
		switch (message.kind) {
			case 'proposal':
				return this.#negotiation.proposed(from, message, via);
			case 'agreed':
				return this.#negotiation.agreed(from, message);
			case 'counter':
				return this.#negotiation.countered(from, message);
			case 'refused':
				return this.#negotiation.refused(from, message);
			case 'withdraw':
				return this.#negotiation.withdrew(from, message);
			case 'payment':
				return this.#settlement.payments.paid(from, message);
			case 'receipt':
				return this.#settlement.payments.confirmed(from, message);
			case 'book-request':
				return this.#requests.requested(from, message);
			case 'book':
				return this.#requests.replied(from, message);
		}
	}

	#message(nowMs: number, from: string, handle: () => Verdict): Received {
		let verdict: Verdict = 'reject';
		const effects = this.#input(nowMs, () => {
			if (from !== this.#context.trader && !this.#context.isIgnored(from)) verdict = handle();
		});
		return { verdict, effects };
	}

	/** Handles an input, then matches and states the orders that changed. */
	#input(nowMs: number, handle: () => void): Effects {
		// The clock may be set back. Time does not.
		this.#context.nowMs = Math.max(nowMs, this.#context.nowMs);
		handle();
		const now = this.#context.nowMs;
		for (let key = this.#matches.next(now); key !== undefined; key = this.#matches.next(now)) {
			this.#negotiation.match(key);
		}
		this.#orders.publish();
		return this.#context.effects.take();
	}

	/** The traded quantities of both orders of a trade changed, or it ended. */
	#settled({ own, partner, paid }: Transaction): void {
		const { engine, nowMs } = this.#context;
		const partnerKey = keyOf(partner);
		if (paid.lead > 0n) {
			this.#orders.traded(own);
			this.#ticks.traded(partnerKey);
			const order = engine.order(partnerKey);
			if (order && statusOf(order, nowMs) === 'open') emitTick(this.#context, order);
		}
		for (const key of [own, partnerKey]) this.#context.matchAt(key, nowMs);
	}

	#block(trader: string, kind: BlockKind): void {
		const before = this.#blocked.get(trader);
		if (before === 'conflict' || before === kind) return;
		this.#blocked.set(trader, kind);
		if (kind === 'conflict') this.#context.effects.block(trader, blockText[kind]);
		this.#negotiation.withdrawTrader(trader);
		this.#settlement.endTrader(trader);
		this.#ticks.deleteTrader(trader);
		this.#requests.disconnected(trader);
	}

	#unblock(trader: string): void {
		this.#blocked.delete(trader);
		if (this.#connected.has(trader)) this.#requests.connected(trader);
	}
}
