import {
	checkTerms,
	createOrder,
	expiryMs,
	isLive,
	keyOf,
	type Order,
	statusOf,
	type Terms,
} from '../../../basics/market/order.ts';
import { TokenBucket } from '../../../concurrency/token-bucket.ts';
import { MAX_UNITS } from '../amount.ts';
import { ExpiryQueue } from '../matching/expiry-queue.ts';
import type { CancelResult } from '../matching/matching-engine.ts';
import type { BookFeed } from './book-feed.ts';
import { earliest } from './earliest.ts';
import type { WalletResult, WalletTask } from './effects.ts';
import { type TickBody, tickCodec } from './messages.ts';
import { type OrderRow, orderRow } from './saved-rows.ts';
import { emitRemoved, emitTick } from './tick-events.ts';
import { MAX_TICKS_PER_TRADER } from './tick-limits.ts';
import type { TradingContext } from './trading-context.ts';
import type { PlaceRefusal, SavedRow, TradeOffer } from './trading-options.ts';
import { DELETE_RETRY_MS } from './transaction-ends.ts';

/** Rate of statements. Others ignore more than `STATEMENTS_PER_S` with `STATEMENT_BURST`. */
const PUBLISH_RATE = { perSecond: 8, burst: 80 };

/** Old orders that are examined in one input. An upgrade may find many. */
const MAX_EXAMINED = 200;

type Row = Omit<OrderRow, 'order'>;

/** Returns the orders of saved rows. */
export function savedOrders(rows: readonly SavedRow[]): readonly Order[] {
	return rows.map(({ record }) => orderRow.decode(record).order);
}

/** The own orders: placing, verification by the wallet, cancellation, and statements about them for all others. */
export class OwnOrders {
	readonly #context: TradingContext;
	readonly #feed: BookFeed;
	readonly #availableOf: (asset: string) => bigint | undefined;
	readonly #rows = new Map<string, Row>();
	/** Keys of orders whose last statement is not up to date. */
	readonly #unstated = new Set<string>();
	readonly #rate: TokenBucket;
	/** Times at which orders expire, then those of their deletion. */
	readonly #ends = new ExpiryQueue();
	readonly #hasTransactions: (key: string) => boolean;
	#lastNumber = 0;

	/**
	 * `availableOf` returns the amount that no order needs yet; undefined if only the wallet knows it. An order is kept
	 * while it `hasTransactions`.
	 */
	constructor(
		context: TradingContext,
		feed: BookFeed,
		availableOf: (asset: string) => bigint | undefined,
		hasTransactions: (key: string) => boolean,
	) {
		this.#context = context;
		this.#feed = feed;
		this.#availableOf = availableOf;
		this.#hasTransactions = hasTransactions;
		this.#rate = new TokenBucket(PUBLISH_RATE, context.nowMs);
	}

	/** Time of the next statement, expiry or deletion. */
	get nextMs(): number | undefined {
		return earliest(this.#unstated.size > 0 ? this.#rate.nextMs : undefined, this.#ends.nextMs);
	}

	/** Continues from saved rows. The engine has the orders. */
	restore(rows: readonly SavedRow[]): void {
		const { nowMs } = this.#context;
		for (const { key, record } of rows) {
			const { order, ...row } = orderRow.decode(record);
			this.#lastNumber = Math.max(this.#lastNumber, order.number);
			this.#rows.set(key, row);
			this.#ends.set(key, expiryMs(order));
			if (this.#context.engine.order(key)?.isExpired && !order.isExpired) this.#save(key);
			if (row.envelope !== null && !order.isExpired && expiryMs(order) > nowMs)
				this.#feed.set(key, row.envelope);
			if (!this.#isDeclared(order, row)) {
				this.cancel(order.number);
				continue;
			}
			const status = statusOf(order, nowMs);
			if (status === 'unverified') this.#verifyBalance(order);
			if (status === 'open') this.#context.matchAt(key, nowMs);
			// Others may have forgotten open orders, so they are stated again after a restart.
			if (status === 'open' || !row.isStated) this.#unstated.add(key);
		}
	}

	get(number: number): Order | undefined {
		return this.#context.engine.order(keyOf({ trader: this.#context.trader, number }));
	}

	/** Returns the terms that an offer would get. They may be invalid. */
	termsOf({ isAsk, assets, first, second, timeoutS }: TradeOffer): Terms {
		const { trader, nowMs } = this.#context;
		const number = this.#lastNumber + 1;
		return { trader, number, isAsk, assets, first, second, timestampMs: nowMs, timeoutS };
	}

	/** Returns the reason why an offer cannot be placed. `held` is the balance of the wallet that pays, if known. */
	refusalOf(
		offer: TradeOffer,
		committed: bigint,
		held: bigint | undefined,
	): { readonly reason: PlaceRefusal; readonly asset?: string } | undefined {
		const { assets, engine, nowMs } = this.#context;
		const unknown = [offer.assets.first, offer.assets.second].find((asset) => !assets.get(asset));
		if (unknown !== undefined) return { reason: 'unknown-asset', asset: unknown };
		const fault = checkTerms(this.termsOf(offer));
		if (fault) return { reason: fault };
		if (offer.first > MAX_UNITS || offer.second > MAX_UNITS) return { reason: 'amount-too-large' };
		const open = engine.ownOrders().filter((order) => isLive(statusOf(order, nowMs)));
		if (open.length >= MAX_TICKS_PER_TRADER) return { reason: 'too-many-orders' };
		const [asset, needed] = offer.isAsk
			? [offer.assets.first, offer.first]
			: [offer.assets.second, offer.second];
		const inWallet = held === undefined ? undefined : held - committed;
		const limits = [this.#availableOf(asset), inWallet];
		const isShort = limits.some((limit) => limit !== undefined && limit < needed);
		return isShort ? { reason: 'insufficient-balance', asset } : undefined;
	}

	/** Places an order. It does not match before its wallet confirmed the balance. */
	place(offer: TradeOffer): Order {
		const order = createOrder(this.termsOf(offer), { isVerified: false });
		const { assets, engine, nowMs } = this.#context;
		const key = keyOf(order);
		this.#lastNumber = order.number;
		engine.place(order, nowMs);
		const precision = {
			first: assets.precisionOf(order.assets.first),
			second: assets.precisionOf(order.assets.second),
		};
		this.#rows.set(key, { precision, version: 0, isStated: true, envelope: null });
		this.#ends.set(key, expiryMs(order));
		this.#save(key);
		this.#verifyBalance(order);
		return order;
	}

	cancel(number: number): CancelResult {
		const { engine, nowMs } = this.#context;
		const order = this.get(number);
		if (!order) return 'unknown';
		const key = keyOf(order);
		const result = engine.cancel(key, nowMs);
		if (result !== 'ok') return result;
		if (order.isVerified) {
			emitRemoved(this.#context, order);
			this.#unstated.add(key);
		}
		this.#save(key);
		return 'ok';
	}

	/** Opens an order after its wallet reported enough. `committed` includes the order. */
	balanceKnown(
		task: WalletTask,
		result: WalletResult & { readonly kind: 'balance' },
		committed: bigint,
	): void {
		const { engine, nowMs, tasks } = this.#context;
		const order = engine.order(task.reference);
		if (!order || statusOf(order, nowMs) !== 'unverified') {
			tasks.end(task);
			return;
		}
		if (result.balance === undefined || result.balance < committed) {
			tasks.again(task, nowMs);
			return;
		}
		tasks.end(task);
		engine.verify(task.reference, nowMs);
		this.#save(task.reference);
		this.#unstated.add(task.reference);
		emitTick(this.#context, order);
		this.#context.matchAt(task.reference, nowMs);
	}

	/** Saves an order whose traded quantity changed, and states it. */
	traded(key: string): void {
		const order = this.#context.engine.order(key);
		if (!order) return;
		this.#save(key);
		this.#unstated.add(key);
		const status = statusOf(order, this.#context.nowMs);
		if (status === 'open' || status === 'completed') emitTick(this.#context, order);
		this.#context.matchAt(key, this.#context.nowMs);
	}

	/** Publishes statements, as many as the rate allows. */
	publish(): void {
		for (const key of this.#unstated) {
			const order = this.#context.engine.order(key);
			const row = this.#rows.get(key);
			const isOver = !order || !row || order.isExpired || expiryMs(order) <= this.#context.nowMs;
			if (isOver || (!order.isVerified && row.version === 0)) {
				this.#unstated.delete(key);
				continue;
			}
			if (!this.#rate.take(1, this.#context.nowMs)) return;
			this.#unstated.delete(key);
			const version = row.version + 1;
			this.#rows.set(key, { ...row, version, isStated: false });
			this.#save(key);
			const body = tickCodec.encode(this.statementOf(key, order));
			this.#context.effects.publish({ key, version, body, expiresMs: expiryMs(order) });
		}
	}

	/** Keeps the envelope of a statement for replies. */
	published(key: string, version: number, envelope: string): void {
		const row = this.#rows.get(key);
		if (row?.version !== version) return;
		this.#rows.set(key, { ...row, isStated: true, envelope });
		this.#save(key);
		this.#feed.set(key, envelope);
	}

	/** Returns the present statement about an order. */
	statementOf(key: string, order: Order): TickBody {
		const { precisionOf } = this.#context.assets;
		const { number, isAsk, assets, first, second, timestampMs, timeoutS, traded, isCancelled } = order;
		const isCompleted = traded >= first;
		return {
			v: 1,
			kind: 'tick',
			number,
			version: Math.max(this.#rows.get(key)?.version ?? 0, 1),
			is_ask: isAsk,
			first: { asset: assets.first, precision: precisionOf(assets.first), amount: first },
			second: { asset: assets.second, precision: precisionOf(assets.second), amount: second },
			timestamp: timestampMs,
			timeout: timeoutS,
			traded: isCompleted ? first : traded,
			state: isCompleted ? 'completed' : isCancelled ? 'cancelled' : 'open',
		};
	}

	/** Saves that an order expired, and forgets its statement. */
	expired(key: string): void {
		this.#unstated.delete(key);
		this.#forgetStatement(key);
		this.#save(key);
	}

	/** Forgets the statements of orders that ended before their expiry. Deletes old ones. */
	advance(): void {
		const { engine, nowMs, historyMs } = this.#context;
		for (const key of this.#ends.take(nowMs, MAX_EXAMINED)) {
			const order = engine.order(key);
			if (!order) continue;
			const deletionMs = expiryMs(order) + historyMs;
			if (nowMs >= deletionMs && this.#delete(key, order)) continue;
			if (this.#forgetStatement(key)) this.#save(key);
			this.#ends.set(key, nowMs < deletionMs ? deletionMs : nowMs + DELETE_RETRY_MS);
		}
	}

	/** Returns whether it was deleted. The newest stays, because others know a number as one order only. */
	#delete(key: string, { number }: Order): boolean {
		const { engine, nowMs, effects } = this.#context;
		if (number === this.#lastNumber || this.#hasTransactions(key) || !engine.delete(key, nowMs)) return false;
		this.#rows.delete(key);
		this.#feed.delete(key);
		effects.write('orders', key, null);
		return true;
	}

	/** Returns whether there was one. */
	#forgetStatement(key: string): boolean {
		const row = this.#rows.get(key);
		if (!row || row.envelope === null) return false;
		this.#feed.delete(key);
		this.#rows.set(key, { ...row, envelope: null });
		return true;
	}

	#verifyBalance({ isAsk, assets, ...order }: Order): void {
		const asset = isAsk ? assets.first : assets.second;
		this.#context.tasks.start({ kind: 'balance', asset, reference: keyOf(order) });
	}

	#isDeclared({ assets }: Order, { precision }: Row): boolean {
		const { assets: declared } = this.#context;
		return (
			declared.has({ asset: assets.first, precision: precision.first }) &&
			declared.has({ asset: assets.second, precision: precision.second })
		);
	}

	#save(key: string): void {
		const order = this.#context.engine.order(key);
		const row = this.#rows.get(key);
		if (order && row) this.#context.effects.write('orders', key, orderRow.encode({ order, ...row }));
	}
}
