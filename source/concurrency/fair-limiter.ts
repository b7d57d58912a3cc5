/**
 * Seconds of unused rate that a limit keeps. It covers a busy event loop. Over 20 s, it adds at most 1.25 %.
 */
export const BURST_SECONDS = 0.25;

/** Bytes of a turn while few tokens are available. It is the usual length of a block. */
const TURN_BYTES = 16 * 1024;
/** Minimum delay between rounds, in ms. A round serves several consumers. */
const MIN_ROUND_MS = 20;

/** A connection, or another transfer, that waits for its turn. */
export interface Consumer {
	/**
	 * Transfers at least one item and about `budget` bytes, and returns the bytes. Without a limit, `budget` is
	 * infinite, and everything possible is transferred. Returns 0 if there is nothing to transfer. The consumer then
	 * leaves the queue.
	 */
	transfer(budget: number): number;
}

export interface Clock {
	/** Milliseconds. It never goes back. */
	now(): number;
	/** Calls `run` once. Returns the function that cancels the call. */
	schedule(delayMs: number, run: () => void): () => void;
}

const systemClock: Clock = {
	now: () => performance.now(),
	schedule: (delayMs, run) => {
		const timer = setTimeout(run, delayMs).unref();
		return () => clearTimeout(timer);
	},
};

/** Tokens of one limit, 1 per byte. An item may exceed them: the debt delays the next ones. */
class Allowance {
	#rate = 0;
	#tokens = 0;
	#updatedMs = 0;

	/** Bytes per second, 0 for none. */
	get rate(): number {
		return this.#rate;
	}

	/** Available bytes; infinite without a limit. */
	get tokens(): number {
		return this.#rate > 0 ? this.#tokens : Number.POSITIVE_INFINITY;
	}

	/** Changes the rate. Debts of an earlier rate are forgotten, because a lower one could not pay them soon. */
	setRate(perSecond: number, nowMs: number): void {
		this.refill(nowMs);
		const kept = this.#rate > 0 ? this.#tokens : 0;
		this.#rate = perSecond;
		this.#tokens = Math.min(Math.max(0, kept), perSecond * BURST_SECONDS);
	}

	refill(nowMs: number): void {
		const elapsed = Math.max(0, nowMs - this.#updatedMs);
		this.#updatedMs = nowMs;
		this.add((elapsed * this.#rate) / 1_000);
	}

	/** Adds tokens, which may be negative. */
	add(tokens: number): void {
		if (this.#rate > 0) this.#tokens = Math.min(this.#tokens + tokens, this.#rate * BURST_SECONDS);
	}

	/** Milliseconds until a byte is available. */
	get delayMs(): number {
		return this.#rate > 0 ? Math.max(0, ((1 - this.#tokens) * 1_000) / this.#rate) : 0;
	}
}

/**
 * Limits the rate of several lanes together. A lane has a limit of its own and several consumers. An item needs
 * tokens of both limits. Lanes take turns by bytes (deficit round robin, Shreedhar and Varghese 1995), and so do the
 * consumers of a lane, by turns. Lanes without consumers leave their share to the others.
 */
export class FairLimiter {
	readonly #clock: Clock;
	readonly #allowance = new Allowance();
	/** Lanes with waiting consumers, in the order of their turns. */
	readonly #waiting = new Set<Lane>();
	#serving = false;
	#cancelRound: (() => void) | undefined;

	/** `perSecond`: bytes, 0 for none. */
	constructor(perSecond = 0, clock: Clock = systemClock) {
		this.#clock = clock;
		this.#allowance.setRate(perSecond, clock.now());
	}

	/** Bytes per second, 0 for none. */
	get rate(): number {
		return this.#allowance.rate;
	}

	setRate(perSecond: number): void {
		if (perSecond === this.rate) return;
		this.#allowance.setRate(perSecond, this.#clock.now());
		for (const lane of this.#waiting) lane.endTurn();
		this.#serve();
	}

	/** Adds a lane with a limit of its own, bytes per second, 0 for none. */
	addLane(perSecond: number): Lane {
		const allowance = new Allowance();
		allowance.setRate(perSecond, this.#clock.now());
		const lane: Lane = new Lane(allowance, {
			now: () => this.#clock.now(),
			isLimited: () => this.rate > 0,
			refund: (bytes) => this.#allowance.add(bytes),
			serve: () => {
				if (lane.isWaiting) this.#waiting.add(lane);
				this.#serve();
			},
			leave: () => this.#waiting.delete(lane),
		});
		return lane;
	}

	/** Serves consumers until no tokens or no consumers are left. Plans the next round. */
	#serve(): void {
		// A transfer may enqueue other consumers. The running round serves them.
		if (this.#serving) return;
		this.#serving = true;
		this.#cancelRound?.();
		this.#cancelRound = undefined;
		try {
			const now = this.#clock.now();
			this.#allowance.refill(now);
			for (const lane of this.#waiting) lane.allowance.refill(now);
			for (let lane = this.#nextLane(); lane; lane = this.#nextLane()) this.#serveLane(lane);
		} finally {
			this.#serving = false;
			this.#planRound();
		}
	}

	/** Returns the first lane that may transfer now. */
	#nextLane(): Lane | undefined {
		if (this.#allowance.tokens < 1) return undefined;
		for (const lane of this.#waiting) if (lane.allowance.tokens >= 1) return lane;
		return undefined;
	}

	/** Gives a lane its turn. At the end of its turn it is put behind the others. */
	#serveLane(lane: Lane): void {
		const share = this.#allowance.tokens / this.#waiting.size;
		const budget = Number.isFinite(share) ? Math.max(TURN_BYTES, share) : TURN_BYTES;
		const bytes = lane.takeTurn(budget, this.#allowance.tokens);
		this.#allowance.add(-bytes);
		if (lane.hasTurn) return;
		lane.endTurn();
		this.#waiting.delete(lane);
		if (lane.isWaiting) this.#waiting.add(lane);
	}

	#planRound(): void {
		if (this.#waiting.size === 0) return;
		let delay = Number.POSITIVE_INFINITY;
		for (const lane of this.#waiting) delay = Math.min(delay, lane.allowance.delayMs);
		delay = Math.max(delay, this.#allowance.delayMs, MIN_ROUND_MS);
		this.#cancelRound = this.#clock.schedule(Math.ceil(delay), () => {
			this.#cancelRound = undefined;
			this.#serve();
		});
	}
}

/** Calls of a lane to its limiter. */
interface LaneOwner {
	now(): number;
	isLimited(): boolean;
	refund(bytes: number): void;
	serve(): void;
	leave(): void;
}

/** One of the lanes of a limiter. */
export class Lane {
	readonly allowance: Allowance;
	readonly #owner: LaneOwner;
	/** In the order of their turns. */
	readonly #consumers = new Set<Consumer>();
	/** Bytes that it may transfer in this turn. Negative after a turn with a large item. */
	#deficit = 0;

	constructor(allowance: Allowance, owner: LaneOwner) {
		this.allowance = allowance;
		this.#owner = owner;
	}

	/** Whether a limit applies, its own or that of all lanes. */
	get isLimited(): boolean {
		return this.allowance.rate > 0 || this.#owner.isLimited();
	}

	get isWaiting(): boolean {
		return this.#consumers.size > 0;
	}

	/** Whether the limit of all lanes interrupted its turn. */
	get hasTurn(): boolean {
		return this.isWaiting && this.isLimited && this.#deficit >= 1 && this.allowance.tokens >= 1;
	}

	/** Changes its own limit, bytes per second, 0 for none. */
	setRate(perSecond: number): void {
		if (perSecond === this.allowance.rate) return;
		this.allowance.setRate(perSecond, this.#owner.now());
		this.#owner.serve();
	}

	/** Adds a consumer, which may have its turn before this returns. A waiting one keeps its place. */
	enqueue(consumer: Consumer): void {
		if (!this.isLimited) {
			consumer.transfer(Number.POSITIVE_INFINITY);
			return;
		}
		if (this.#consumers.has(consumer)) return;
		this.#consumers.add(consumer);
		this.#owner.serve();
	}

	remove(consumer: Consumer): void {
		this.#consumers.delete(consumer);
		if (!this.isWaiting) this.#owner.leave();
	}

	/** Returns the tokens of an item that was not transferred. */
	refund(bytes: number): void {
		this.allowance.add(bytes);
		this.#owner.refund(bytes);
	}

	/** Removes all consumers. */
	close(): void {
		this.#consumers.clear();
		this.#owner.leave();
	}

	/** Forgets unused bytes of its turn. A debt remains. */
	endTurn(): void {
		this.#deficit = Math.min(0, this.#deficit);
	}

	/** Lets consumers transfer for one turn. `most`: available bytes of all lanes. Returns the transferred bytes. */
	takeTurn(budget: number, most: number): number {
		if (!this.isLimited) {
			const consumers = [...this.#consumers];
			this.#consumers.clear();
			for (const consumer of consumers) consumer.transfer(Number.POSITIVE_INFINITY);
			return 0;
		}
		if (this.#deficit < 1) this.#deficit += budget;
		let total = 0;
		for (const consumer of this.#consumers) {
			const room = Math.min(this.#deficit, this.allowance.tokens, most - total);
			if (room < 1) break;
			this.#consumers.delete(consumer);
			const bytes = consumer.transfer(
				Math.min(room, Math.max(TURN_BYTES, room / (this.#consumers.size + 1))),
			);
			if (bytes === 0) continue;
			this.#consumers.add(consumer);
			total += bytes;
			this.#deficit -= bytes;
			this.allowance.add(-bytes);
		}
		return total;
	}
}
