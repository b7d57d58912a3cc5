import type { AddressBook, KnownAddress } from './address-book.ts';
import type { OverlayLimits } from './limits.ts';

interface DialerOptions {
	readonly book: AddressBook;
	readonly limits: OverlayLimits;
	/** Starts an attempt. Its result is reported by `connected` or `failed`. */
	readonly dial: (address: string) => void;
	/** Whether the service with this id is connected. */
	readonly isConnected: (id: string) => boolean;
	/** Whether the service with this id is blocked. */
	readonly isBlocked: (id: string) => boolean;
	/** Returns the number of outgoing connections. */
	readonly outgoing: () => number;
}

/** Pauses between searches without a due address, ms. */
const MAX_PAUSE_MS = 60_000;
/** A connection of this time was not a failure, even if it ends. */
const STABLE_MS = 5_000;

/**
 * Chooses the addresses to connect to: those of the operator always, others until there are enough outgoing
 * connections. Addresses that connected peers claim are tried once, to verify them.
 */
export class Dialer {
	readonly #options: DialerOptions;
	/** Attempts without a result, with the timer that ends them. */
	readonly #pending = new Map<string, NodeJS.Timeout>();
	#timer: NodeJS.Timeout | undefined;
	#isRunning = false;

	constructor(options: DialerOptions) {
		this.#options = options;
	}

	start(): void {
		this.#isRunning = true;
		this.wake();
	}

	close(): void {
		this.#isRunning = false;
		clearTimeout(this.#timer);
		for (const timer of this.#pending.values()) clearTimeout(timer);
		this.#pending.clear();
	}

	/** Searches for due addresses soon. */
	wake(): void {
		this.#schedule(0);
	}

	/** Whether an attempt to connect to the address is under way. */
	isDialing(address: string): boolean {
		return this.#pending.has(address);
	}

	/** Handles an attempt that reached a service. */
	connected(address: string): void {
		this.#settle(address);
		const known = this.#options.book.get(address);
		if (known) known.nextMs = Date.now() + this.#delayOf(known);
	}

	/** Handles the end of a connection to an address, after `durationMs`. */
	disconnected(address: string, durationMs: number): void {
		const known = this.#options.book.get(address);
		if (!known) return;
		known.failures = durationMs < STABLE_MS ? known.failures + 1 : 0;
		known.nextMs = Date.now() + this.#delayOf(known);
		this.wake();
	}

	/** Handles a failed attempt. */
	failed(address: string): void {
		this.#settle(address);
		this.#options.book.failed(address);
		const known = this.#options.book.get(address);
		if (known) known.nextMs = Date.now() + this.#delayOf(known);
		this.wake();
	}

	#settle(address: string): void {
		clearTimeout(this.#pending.get(address));
		this.#pending.delete(address);
	}

	/** Returns the pause before the next attempt, ms. Random, so that services do not retry together. */
	#delayOf({ failures, isConfigured }: KnownAddress): number {
		const { retryMs, maxRetryMs, maxConfiguredRetryMs } = this.#options.limits;
		const maximum = isConfigured ? maxConfiguredRetryMs : maxRetryMs;
		return Math.min(maximum, retryMs * 2 ** Math.min(failures, 30)) * (0.5 + Math.random() / 2);
	}

	#schedule(delayMs: number): void {
		if (!this.#isRunning) return;
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.#run(), Math.min(delayMs, MAX_PAUSE_MS));
		this.#timer.unref();
	}

	#run(): void {
		const { book, limits, dial } = this.#options;
		const now = Date.now();
		let nextMs = now + MAX_PAUSE_MS;
		for (const known of [...book.all()]) {
			if (!this.#isWanted(known)) continue;
			// A clock that was set back must not stop the attempts.
			const dueMs = Math.min(known.nextMs, now + limits.maxRetryMs);
			if (dueMs > now || this.#pending.size >= limits.dials) {
				nextMs = Math.min(nextMs, Math.max(dueMs, now + limits.retryMs / 2));
				continue;
			}
			const { address } = known;
			this.#pending.set(address, setTimeout(() => this.failed(address), limits.dialMs).unref());
			dial(address);
		}
		this.#schedule(nextMs - now);
	}

	#isWanted(known: KnownAddress): boolean {
		const { limits, isConnected, isBlocked, outgoing } = this.#options;
		const { address, id, isVerified, isConfigured } = known;
		if (this.#pending.has(address) || (id !== undefined && isBlocked(id))) return false;
		if (id !== undefined && isConnected(id)) return !isVerified;
		return isConfigured || outgoing() + this.#pending.size < limits.outgoing;
	}
}
