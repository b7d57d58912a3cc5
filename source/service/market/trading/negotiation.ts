import { smaller } from '../../../basics/big-integers.ts';
import { crosses, fillOf } from '../../../basics/market/find-matches.ts';
import type { Fill } from '../../../basics/market/hold.ts';
import { keyOf, type Order } from '../../../basics/market/order.ts';
import type { Verdict } from '../../../basics/verdict.ts';
import { KeyedRates } from '../../../concurrency/token-bucket.ts';
import { ExpiryQueue } from '../matching/expiry-queue.ts';
import type { Refusal } from '../matching/matching-engine.ts';
import type { Reservation } from '../matching/reservations.ts';
import { isRoundCount, maxFollowed, planRounds } from '../settlement/rounds.ts';
import { earliest } from './earliest.ts';
import { directCodec, type MessageOf, type TickBody } from './messages.ts';
import { Retries } from './retries.ts';
import { type ProposalRow, proposalRow } from './saved-rows.ts';
import type { Settlement } from './settlement.ts';
import { MAX_KNOWN_TRADERS } from './tick-limits.ts';
import type { TradingContext } from './trading-context.ts';
import type { SavedRow } from './trading-options.ts';

/** Pause between repeated proposals, ms. */
const REPEAT_MS = 2_000;
const MAX_REPEAT_MS = 30_000;
/** A proposal without an answer ends after this time. */
const PROPOSAL_MS = 60_000;
/** Pauses of two orders after a proposal failed, ms. They double. */
const PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 300_000;
/** Counter-proposals that are accepted for a match. */
const MAX_COUNTERS = 3;
/** Proposals that wait for an answer of the same trader. */
const MAX_PER_PARTNER = 50;
/** Proposals of a trader that are examined. Each agreement is a row on the disk. */
export const PROPOSAL_RATE = { perSecond: 2, burst: 200 };
/** Limits of the time for payments that a partner may propose. The settings have the same maximum. */
const MIN_TIMEOUT_MS = 1_000;
const MAX_TIMEOUT_MS = 7 * 86_400_000;
/** Longest reservation for a partner that may never pay, unless the own timeout is longer. Later payments still count. */
const MAX_RESERVED_MS = 3_600_000;
/** Ids of withdrawn proposals that are remembered, because the proposal may arrive later. */
const MAX_WITHDRAWN = 10_000;

/** Parts of the own orders and ticks that negotiation uses. */
interface Statements {
	statementOf(key: string, order: Order): TickBody;
	learn(trader: string, statement: TickBody, via: string): Verdict;
}

/**
 * Finds trades and agrees on them with their partners.
 *
 * The proposer sends `proposal`, again and again until an answer arrives or the proposal ends. The partner answers
 * `agreed`, `counter` or `refused`. The proposer then pays first. If it receives `agreed` for a proposal that it gave
 * up, it sends `withdraw`, and the partner ends the trade. Every message may be lost, late or repeated.
 */
export class Negotiation {
	readonly #context: TradingContext;
	readonly #statements: Statements;
	readonly #settlement: Settlement;
	readonly #timeoutMs: number;
	readonly #proposals = new Map<string, ProposalRow>();
	readonly #repeats = new Retries(REPEAT_MS, MAX_REPEAT_MS);
	readonly #expiry = new ExpiryQueue();
	/** Number of failures in sequence, by pair of orders. */
	readonly #failures = new Map<string, number>();
	readonly #withdrawn = new Set<string>();
	readonly #rates = new KeyedRates(PROPOSAL_RATE, MAX_KNOWN_TRADERS);

	/** `timeoutMs` is the time for the payments of a trade. */
	constructor(context: TradingContext, statements: Statements, settlement: Settlement, timeoutMs: number) {
		this.#context = context;
		this.#statements = statements;
		this.#settlement = settlement;
		this.#timeoutMs = Math.min(Math.max(timeoutMs, MIN_TIMEOUT_MS), MAX_TIMEOUT_MS);
	}

	get nextMs(): number | undefined {
		return earliest(this.#repeats.nextMs, this.#expiry.nextMs);
	}

	/** Returns the reservations of saved rows. */
	static reservationsOf(rows: readonly SavedRow[]): readonly Reservation[] {
		return rows.map(({ record }) => proposalRow.decode(record).reservation);
	}

	/** Continues from saved rows, and sends the proposals again. */
	restore(rows: readonly SavedRow[]): void {
		for (const { record } of rows) {
			const proposal = proposalRow.decode(record);
			this.#keep(proposal);
			this.#repeats.hasten(proposal.id, this.#context.nowMs);
		}
	}

	/** Reservations that wait for an answer. */
	pending(): readonly ProposalRow[] {
		return [...this.#proposals.values()];
	}

	/** Proposes trades of an order, own or foreign. */
	match(key: string): void {
		const { engine, nowMs } = this.#context;
		for (const reservation of engine.match(key, nowMs)) this.#propose(reservation, 0);
	}

	/** A proposal of another trader. `via` is the peer that delivered it. */
	proposed(from: string, message: MessageOf<'proposal'>, via: string): Verdict {
		const { id, order, partner, fill, rounds, timeout, address } = message;
		if (this.#settlement.has(from, id)) {
			this.#settlement.sendAgreed(from, id);
			return 'accept';
		}
		const follow = order.is_ask ? fill.payment : fill.quantity;
		if (timeout < MIN_TIMEOUT_MS || timeout > MAX_TIMEOUT_MS) return 'reject';
		if (!isRoundCount(follow, rounds)) return 'reject';
		if (this.#withdrawn.has(`${from} ${id}`)) return 'ignore';
		const isWithinRate = this.#rates.take(from, this.#context.nowMs);
		if (!isWithinRate || !this.#settlement.hasRoom(from)) return this.#refuse(from, id, 'busy');
		// Its payments would count twice.
		if (this.#settlement.wasDeleted(from, id)) return 'ignore';
		if (this.#statements.learn(from, order, via) === 'reject') return 'reject';
		const { trader, engine, nowMs } = this.#context;
		const own = keyOf({ trader, number: partner });
		const ordered = engine.order(own);
		// The wallet has not reported its address yet.
		if (ordered && this.#addressOf(ordered) === '') return this.#refuse(from, id, 'no-address');
		const proposal = { own, partner: keyOf({ trader: from, number: order.number }), ...fill };
		const answer = engine.answer(proposal, nowMs);
		if (answer.kind === 'refused') return this.#refuse(from, id, answer.reason);
		if (answer.kind === 'counter') this.#send(from, { v: 1, kind: 'counter', id, fill: answer.fill });
		else {
			for (const withdrawn of answer.withdrawn) this.#replaced(withdrawn);
			this.#failures.delete(pairOf(answer.reservation));
			const ownOrder = engine.order(own);
			if (!ownOrder) throw new Error(`Order ${own} does not exist.`);
			this.#settlement.start({
				proposal: id,
				role: 'follower',
				own: ownOrder,
				partner: { trader: from, number: order.number },
				reservation: answer.reservation,
				rounds,
				deadlineMs: nowMs + Math.min(timeout, Math.max(this.#timeoutMs, MAX_RESERVED_MS)),
				address,
			});
			this.#settlement.sendAgreed(from, id);
		}
		return 'accept';
	}

	agreed(from: string, { id, address }: MessageOf<'agreed'>): Verdict {
		if (this.#settlement.has(from, id)) return 'accept';
		const proposal = this.#proposalFor(from, id);
		const reservation = proposal && this.#context.engine.agree(proposal.reservation.id);
		const own = proposal && this.#context.engine.order(proposal.own);
		if (!proposal || !reservation || !own) {
			this.#send(from, { v: 1, kind: 'withdraw', id });
			return 'accept';
		}
		this.#end(proposal);
		this.#failures.delete(pairOf(reservation));
		const { partner, rounds, deadlineMs } = proposal;
		this.#settlement.start({
			proposal: id,
			role: 'leader',
			own,
			partner,
			reservation,
			rounds,
			deadlineMs,
			address,
		});
		return 'accept';
	}

	countered(from: string, { id, fill }: MessageOf<'counter'>): Verdict {
		const proposal = this.#proposalFor(from, id);
		if (!proposal) return 'ignore';
		this.#fail(proposal);
		const { own, reservation, counters } = proposal;
		if (counters >= MAX_COUNTERS) return 'accept';
		const partner = reservation.ask === own ? reservation.bid : reservation.ask;
		const { engine, nowMs } = this.#context;
		const next = engine.propose({ own, partner, ...fill }, nowMs);
		if (next) this.#propose(next, counters + 1);
		return 'accept';
	}

	refused(from: string, { id }: MessageOf<'refused'>): Verdict {
		const proposal = this.#proposalFor(from, id);
		if (!proposal) return 'ignore';
		this.#fail(proposal);
		return 'accept';
	}

	/** The partner gave up a proposal that this service may have agreed to. */
	withdrew(from: string, { id }: MessageOf<'withdraw'>): Verdict {
		this.#withdrawn.add(`${from} ${id}`);
		const [oldest] = this.#withdrawn;
		if (this.#withdrawn.size > MAX_WITHDRAWN && oldest !== undefined) this.#withdrawn.delete(oldest);
		this.#settlement.withdrawn(from, id);
		return 'accept';
	}

	/** Gives up the proposals of an own order, e.g. because it was cancelled. */
	withdrawOrder(key: string): void {
		for (const proposal of this.pending()) if (proposal.own === key) this.#fail(proposal);
	}

	/** Gives up the proposals to a trader. */
	withdrawTrader(trader: string): void {
		for (const proposal of this.pending()) if (proposal.partner.trader === trader) this.#fail(proposal);
	}

	/** Repeats messages to a trader that connected. */
	connected(trader: string): void {
		for (const { id, partner } of this.#proposals.values()) {
			if (partner.trader === trader) this.#repeats.hasten(id, this.#context.nowMs);
		}
	}

	advance(): void {
		const { nowMs } = this.#context;
		for (const id of this.#expiry.take(nowMs)) {
			const proposal = this.#proposals.get(id);
			if (!proposal) continue;
			this.#send(proposal.partner.trader, { v: 1, kind: 'withdraw', id });
			this.#fail(proposal);
		}
		for (const id of this.#repeats.take(nowMs)) {
			const proposal = this.#proposals.get(id);
			if (proposal) this.#sendProposal(proposal);
		}
	}

	#propose(reservation: Reservation, counters: number): void {
		const { engine, ids, nowMs } = this.#context;
		const own = reservation.proposer;
		const partnerKey = reservation.ask === own ? reservation.bid : reservation.ask;
		const [order, partner] = [engine.order(own), engine.order(partnerKey)];
		if (!order || !partner) throw new Error(`The orders of reservation ${reservation.id} do not exist.`);
		const mayPropose = this.#addressOf(order) !== '' && !this.#isCrowded(partner.trader);
		const rounds = mayPropose ? this.#roundsOf(order, reservation) : undefined;
		if (rounds === undefined) {
			this.#giveUp(reservation);
			const smaller = counters === 0 ? this.#smallerFill(order, partner, reservation) : undefined;
			const next = smaller && engine.propose({ own, partner: partnerKey, ...smaller }, nowMs);
			if (next) this.#propose(next, counters + 1);
			return;
		}
		const proposal: ProposalRow = {
			id: ids.next(),
			own,
			partner: { trader: partner.trader, number: partner.number },
			rounds,
			expiresMs: nowMs + PROPOSAL_MS,
			deadlineMs: nowMs + this.#timeoutMs,
			counters,
			reservation,
		};
		this.#keep(proposal);
		this.#context.effects.write('proposals', proposal.id, proposalRow.encode(proposal));
		this.#sendProposal(proposal);
	}

	#isCrowded(partner: string): boolean {
		let count = 0;
		for (const proposal of this.#proposals.values()) if (proposal.partner.trader === partner) count++;
		return count >= MAX_PER_PARTNER || !this.#settlement.hasRoom(partner);
	}

	/** Returns the number of rounds within the credit; undefined if there is no plan, or partners owe too much. */
	#roundsOf({ isAsk, assets }: Order, { quantity, payment }: Fill): number | undefined {
		const [lead, follow] = isAsk ? [quantity, payment] : [payment, quantity];
		const asset = isAsk ? assets.first : assets.second;
		const credit = this.#creditOf(asset);
		const maySendOnCredit = this.#settlement.maySendOnCredit(asset, smaller(lead, credit));
		return maySendOnCredit ? planRounds(lead, follow, credit)?.rounds : undefined;
	}

	#creditOf(asset: string): bigint {
		return this.#context.assets.get(asset)?.credit ?? 0n;
	}

	/** Returns a trade of two orders that is small enough for the credit, if there is one. */
	#smallerFill(order: Order, partner: Order, { quantity, payment }: Fill): Fill | undefined {
		const { isAsk, assets } = order;
		const [lead, follow] = isAsk ? [quantity, payment] : [payment, quantity];
		const most = maxFollowed(lead, follow, this.#creditOf(isAsk ? assets.first : assets.second));
		const wanted = follow > most ? (quantity * most) / follow : 0n;
		const { engine } = this.#context;
		const [own, other] = [engine.order(keyOf(order)), engine.order(keyOf(partner))];
		return wanted > 0n && own && other && crosses(own, other) ? fillOf(own, other, wanted) : undefined;
	}

	#keep(proposal: ProposalRow): void {
		this.#proposals.set(proposal.id, proposal);
		this.#repeats.start(proposal.id, this.#context.nowMs);
		this.#expiry.set(proposal.id, proposal.expiresMs);
	}

	/** Forgets a proposal. Its reservation stays. */
	#end(proposal: ProposalRow): void {
		this.#proposals.delete(proposal.id);
		this.#repeats.stop(proposal.id);
		this.#expiry.delete(proposal.id);
		this.#context.effects.write('proposals', proposal.id, null);
	}

	#fail(proposal: ProposalRow): void {
		this.#end(proposal);
		this.#giveUp(proposal.reservation);
	}

	/** Withdraws a proposal in favor of one of another trader. The engine has released its quantity. */
	#replaced({ id: reservation, ask, bid }: Reservation): void {
		const proposal = this.pending().find((one) => one.reservation.id === reservation);
		if (!proposal) return;
		this.#end(proposal);
		this.#send(proposal.partner.trader, { v: 1, kind: 'withdraw', id: proposal.id });
		for (const key of [ask, bid]) this.#context.matchAt(key, this.#context.nowMs);
	}

	/** Makes the quantity of a trade available that did not come about. The two orders pause. */
	#giveUp(reservation: Reservation): void {
		const { engine, nowMs } = this.#context;
		const { id, ask, bid } = reservation;
		const pair = pairOf(reservation);
		const failures = this.#failures.get(pair) ?? 0;
		if (failures === 0 && this.#failures.size >= MAX_WITHDRAWN) this.#failures.clear();
		this.#failures.set(pair, failures + 1);
		const retryMs = nowMs + Math.min(PAUSE_MS * 2 ** failures, MAX_PAUSE_MS);
		engine.release(id, nowMs, retryMs);
		for (const key of [ask, bid]) this.#context.matchAt(key, nowMs);
		const own = engine.isOwn(ask) ? ask : bid;
		this.#context.matchAt(own, retryMs);
	}

	#proposalFor(from: string, id: string): ProposalRow | undefined {
		const proposal = this.#proposals.get(id);
		return proposal?.partner.trader === from ? proposal : undefined;
	}

	#sendProposal({ id, own, partner, rounds, deadlineMs, reservation }: ProposalRow): void {
		const order = this.#context.engine.order(own);
		if (!order) return;
		const { quantity, payment } = reservation;
		this.#send(partner.trader, {
			v: 1,
			kind: 'proposal',
			id,
			order: this.#statements.statementOf(own, order),
			partner: partner.number,
			fill: { quantity, payment },
			rounds,
			timeout: Math.max(deadlineMs - this.#context.nowMs, MIN_TIMEOUT_MS),
			address: this.#addressOf(order),
		});
	}

	/** Returns the address at which this service receives its part of a trade. */
	#addressOf({ isAsk, assets }: Order): string {
		return this.#context.assets.get(isAsk ? assets.second : assets.first)?.address ?? '';
	}

	#refuse(to: string, id: string, reason: Refusal | 'busy' | 'no-address'): Verdict {
		this.#send(to, { v: 1, kind: 'refused', id, reason });
		return 'accept';
	}

	#send(to: string, message: MessageOf<'proposal' | 'agreed' | 'counter' | 'refused' | 'withdraw'>): void {
		this.#context.effects.send(to, directCodec.encode(message));
	}
}

/** Key of the two orders of a trade. */
const pairOf = ({ ask, bid }: Reservation): string => `${ask} ${bid}`;
