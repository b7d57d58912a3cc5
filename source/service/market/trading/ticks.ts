import { createOrder, expiryMs, keyOf, type Order } from '../../../basics/market/order.ts';
import type { Verdict } from '../../../basics/verdict.ts';
import { ExpiryQueue } from '../matching/expiry-queue.ts';
import type { BookFeed } from './book-feed.ts';
import { tryDecode } from './codec.ts';
import { earliest } from './earliest.ts';
import { type TickBody, tickCodec } from './messages.ts';
import { type TickRow, tickRow } from './saved-rows.ts';
import { emitRemoved, emitTick } from './tick-events.ts';
import { MAX_ENDED_TICKS, MAX_STATEMENT, MAX_TICKS, TickLimits } from './tick-limits.ts';
import type { TradingContext } from './trading-context.ts';
import type { OpenedMessage, SavedRow } from './trading-options.ts';

/** A timestamp may be this far ahead of the clock. */
const MAX_AHEAD_MS = 5 * 60_000;
/**
 * Pause before a foreign tick is matched. The trader of the newer order normally proposes, so this avoids a second
 * proposal for the same trade.
 */
const MATCH_DELAY_MS = 1_000;
/** Pause after a trade until the last statement of the partner counts again. */
const RECONCILE_MS = 4_000;

/** The foreign ticks: the last statement of each, within limits. The matching engine has those that are open. */
export class Ticks {
	readonly #context: TradingContext;
	readonly #feed: BookFeed;
	readonly #open: (envelope: string) => OpenedMessage | undefined;
	/** By key of the order. */
	readonly #ticks = new Map<string, TickRow>();
	/** Keys of ended ticks, oldest first. */
	readonly #ended = new Set<string>();
	readonly #ofTrader = new Map<string, Set<string>>();
	readonly #limits = new TickLimits();
	readonly #expiry = new ExpiryQueue();
	readonly #reconcile = new ExpiryQueue();

	constructor(
		context: TradingContext,
		feed: BookFeed,
		open: (envelope: string) => OpenedMessage | undefined,
	) {
		this.#context = context;
		this.#feed = feed;
		this.#open = open;
	}

	get nextMs(): number | undefined {
		return earliest(this.#expiry.nextMs, this.#reconcile.nextMs);
	}

	/** Returns the foreign orders of saved rows. */
	static ordersOf(rows: readonly SavedRow[]): readonly Order[] {
		return rows.flatMap(({ record }) => {
			const { trader, body } = tickRow.decode(record);
			return (body.state === 'open' ? orderOf(trader, body) : undefined) ?? [];
		});
	}

	/** Continues from saved rows. */
	restore(rows: readonly SavedRow[]): void {
		for (const { key, record } of rows) {
			const row = tickRow.decode(record);
			if (this.#isOver(row)) this.#context.effects.write('ticks', key, null);
			else this.#store(key, row);
		}
	}

	/** A statement by gossip. */
	published(from: string, body: unknown, via: string, envelope: string): Verdict {
		if (from === this.#context.trader) return 'ignore';
		const decoded = envelope.length <= MAX_STATEMENT ? tryDecode(tickCodec, body) : undefined;
		if (!decoded) return 'reject';
		const isWithinRate = this.#limits.isWithinRate(from, this.#context.nowMs);
		// Peers that forward a flood limit it as well, so it does not count against them.
		if (!isWithinRate) return from === via ? 'reject' : 'ignore';
		return this.learn(from, decoded, via, envelope);
	}

	/** A statement in a reply. */
	replied(envelope: string, via: string): Verdict {
		const message = envelope.length <= MAX_STATEMENT ? this.#open(envelope) : undefined;
		if (!message) return 'ignore';
		if (message.from === this.#context.trader) return 'ignore';
		const body = tryDecode(tickCodec, message.body);
		if (!body) return 'reject';
		const verdict = this.learn(message.from, body, via, envelope);
		// A trader can sign contradicting statements, so the peer that keeps one is not to blame.
		return verdict === 'reject' && message.from !== via ? 'ignore' : verdict;
	}

	/** A statement without an envelope is one of a proposal. */
	learn(trader: string, body: TickBody, via: string, envelope: string | null): Verdict {
		const { nowMs, engine, assets } = this.#context;
		if (this.#context.isBlocked(trader)) return 'ignore';
		const stated = orderOf(trader, body);
		if (!stated || stated.timestampMs > nowMs + MAX_AHEAD_MS) return 'reject';
		// Other services may trade these assets, so the statement is forwarded.
		if (!assets.has(body.first) || !assets.has(body.second)) return 'accept';
		if (expiryMs(stated) <= nowMs) return 'ignore';
		const key = keyOf(stated);
		const known = this.#ticks.get(key);
		if (known && !hasSameTerms(known.body, body)) return 'reject';
		if (known && known.body.version >= body.version) {
			if (known.body.version > body.version || known.envelope !== null || envelope === null) return 'ignore';
			this.#put(key, { ...known, envelope });
			return 'accept';
		}
		// The end of an order is final. A trade that was in progress may still change the traded quantity.
		if (known && known.body.state !== 'open' && body.state === 'open') return 'reject';
		const source = known?.via ?? this.#context.sourceOf(via);
		if (!known && body.state === 'open' && !this.#makeRoom(trader, source)) return 'ignore';
		this.#put(key, { trader, via: source, envelope, body });
		if (body.state === 'cancelled') {
			engine.forget(key, nowMs);
			if (known?.body.state === 'open') emitRemoved(this.#context, stated);
			return 'accept';
		}
		const learned = engine.learn(stated, nowMs);
		if (learned === 'altered') return 'reject';
		if (learned === 'new' || learned === 'changed') emitTick(this.#context, engine.order(key) ?? stated);
		// An own trade may have completed it before.
		else if (known?.body.state === 'open' && learned === 'over') emitTick(this.#context, stated);
		if (body.state === 'open') this.#context.matchAt(key, nowMs + MATCH_DELAY_MS);
		return 'accept';
	}

	/** After a trade with it, the partner will publish a statement. If it does not, the last one counts again. */
	traded(key: string): void {
		if (this.#ticks.has(key)) this.#reconcile.set(key, this.#context.nowMs + RECONCILE_MS);
	}

	/** Removes the ticks of a trader that is blocked. */
	deleteTrader(trader: string): void {
		for (const key of [...(this.#ofTrader.get(trader) ?? [])]) this.#drop(key);
	}

	/** The engine has removed the ticks that expired from the books already. */
	advance(): void {
		const { nowMs, engine } = this.#context;
		for (const key of this.#expiry.take(nowMs)) this.#delete(key);
		for (const key of this.#reconcile.take(nowMs)) {
			const row = this.#ticks.get(key);
			const stated = row?.body.state === 'open' ? orderOf(row.trader, row.body) : undefined;
			if (!stated) continue;
			const learned = engine.learn(stated, nowMs);
			if (learned === 'new' || learned === 'changed') emitTick(this.#context, engine.order(key) ?? stated);
			this.#context.matchAt(key, nowMs);
		}
	}

	/** Whether there is room for one more, in total after another was dropped. */
	#makeRoom(trader: string, source: string): boolean {
		if (!this.#limits.hasRoom(trader, source)) return false;
		if (this.#limits.total < MAX_TICKS) return true;
		const replaced = this.#limits.replacedBy(trader, source);
		if (replaced === undefined) return false;
		this.#drop(replaced);
		return true;
	}

	/** Removes an open tick from the books before its end. */
	#drop(key: string): void {
		const row = this.#ticks.get(key);
		if (!row) return;
		this.#delete(key);
		this.#context.engine.forget(key, this.#context.nowMs);
		if (row.body.state === 'open')
			emitRemoved(this.#context, { trader: row.trader, number: row.body.number });
	}

	#put(key: string, row: TickRow): void {
		if (this.#ticks.get(key)?.body.state === 'open' && row.body.state === 'open') {
			// A change does not make a tick newer.
			this.#ticks.set(key, row);
			this.#feedOf(key, row);
		} else {
			this.#delete(key);
			this.#store(key, row);
		}
		this.#context.effects.write('ticks', key, tickRow.encode(row));
	}

	#store(key: string, row: TickRow): void {
		this.#ticks.set(key, row);
		this.#expiry.set(key, row.body.timestamp + row.body.timeout * 1000);
		this.#feedOf(key, row);
		const keys = this.#ofTrader.get(row.trader);
		if (keys) keys.add(key);
		else this.#ofTrader.set(row.trader, new Set([key]));
		if (row.body.state === 'open') {
			this.#limits.add(key, row.trader, row.via);
			return;
		}
		this.#ended.add(key);
		const [oldest] = this.#ended;
		if (this.#ended.size > MAX_ENDED_TICKS && oldest !== undefined) this.#delete(oldest);
	}

	#feedOf(key: string, { envelope }: TickRow): void {
		if (envelope !== null && envelope.length <= MAX_STATEMENT) this.#feed.set(key, envelope);
		else this.#feed.delete(key);
	}

	#delete(key: string): void {
		const row = this.#ticks.get(key);
		if (!row) return;
		this.#ticks.delete(key);
		if (!this.#ended.delete(key)) this.#limits.delete(key, row.trader, row.via);
		this.#expiry.delete(key);
		this.#feed.delete(key);
		const keys = this.#ofTrader.get(row.trader);
		keys?.delete(key);
		if (keys?.size === 0) this.#ofTrader.delete(row.trader);
		this.#context.effects.write('ticks', key, null);
	}

	#isOver({ body }: TickRow): boolean {
		const { assets, nowMs } = this.#context;
		if (!assets.has(body.first) || !assets.has(body.second)) return true;
		return body.timestamp + body.timeout * 1000 <= nowMs;
	}
}

/** Returns the order that a statement describes; undefined if it contradicts itself. */
function orderOf(trader: string, body: TickBody): Order | undefined {
	const { number, is_ask: isAsk, first, second, timestamp, timeout, traded, state } = body;
	const isPossible = state === 'completed' ? traded === first.amount : traded < first.amount;
	if (first.asset === second.asset || !isPossible) return undefined;
	const assets = { first: first.asset, second: second.asset };
	const terms = { trader, number, isAsk, assets, first: first.amount, second: second.amount };
	return createOrder({ ...terms, timestampMs: timestamp, timeoutS: timeout }, { traded });
}

function hasSameTerms(a: TickBody, b: TickBody): boolean {
	return (
		a.is_ask === b.is_ask &&
		a.timestamp === b.timestamp &&
		a.timeout === b.timeout &&
		[a.first, a.second].every(({ asset, amount, precision }, index) => {
			const other = index === 0 ? b.first : b.second;
			return asset === other.asset && amount === other.amount && precision === other.precision;
		})
	);
}
