import { addressGroup } from '../connections/address-group.ts';
import type { Log } from '../log/log.ts';

export const failedKeyLimits = {
	/** Wrong keys allowed at once per address. */
	burst: 10,
	/** Milliseconds until another attempt is allowed. */
	interval: 6_000,
	/** Maximum number of addresses counted separately. All others share one count. */
	addresses: 1_000,
	/** Log lines per period, and the period in milliseconds. */
	lines: 10,
	period: 60_000,
};
type FailedKeyLimits = Readonly<typeof failedKeyLimits>;

/** Wrong keys from one address. */
interface Attempts {
	/** Remaining attempts at the time of the last update. */
	allowed: number;
	/** `performance.now()`. */
	updated: number;
	/** Attempts not logged yet. */
	unlogged: number;
}

const OTHERS = 'other addresses';

/**
 * Counts and logs wrong API keys, and limits them per address with a token bucket. Right keys are not counted, so
 * the limit never blocks them, even if a proxy gives all callers one address. Forwarded-For headers are ignored: a
 * caller could choose any address.
 */
export class FailedKeys {
	readonly #log: Log;
	readonly #limits: FailedKeyLimits;
	readonly #attempts = new Map<string, Attempts>();
	#linesLeft: number;
	#timer: NodeJS.Timeout | undefined;

	constructor(log: Log, limits: FailedKeyLimits = failedKeyLimits) {
		this.#log = log;
		this.#limits = limits;
		this.#linesLeft = limits.lines;
	}

	/** Counts a wrong key from an IP address. Returns 0, or the seconds to wait if there were too many. */
	count(ip: string): number {
		const address = this.#countedAs(addressGroup(ip));
		const { burst, interval, period } = this.#limits;
		const now = performance.now();
		const attempts = this.#attempts.get(address) ?? { allowed: burst, updated: now, unlogged: 0 };
		this.#attempts.set(address, attempts);
		attempts.allowed = Math.min(burst, attempts.allowed + (now - attempts.updated) / interval);
		attempts.updated = now;
		attempts.unlogged++;
		this.#timer ??= setTimeout(() => this.#endPeriod(), period).unref();
		if (attempts.allowed === burst && attempts.unlogged === 1 && this.#linesLeft > 0) {
			this.#logAttempts(address, attempts);
		}
		if (attempts.allowed < 1) return Math.ceil(((1 - attempts.allowed) * interval) / 1_000);
		attempts.allowed--;
		return 0;
	}

	/** Logs the remaining attempts. */
	close(): void {
		clearTimeout(this.#timer);
		this.#linesLeft = this.#limits.lines;
		this.#logAll();
	}

	#countedAs(address: string): string {
		return this.#attempts.has(address) || this.#attempts.size < this.#limits.addresses ? address : OTHERS;
	}

	#endPeriod(): void {
		this.#timer = undefined;
		this.#linesLeft = this.#limits.lines;
		this.#logAll();
		const { burst, interval, period } = this.#limits;
		const now = performance.now();
		for (const [address, { allowed, updated }] of this.#attempts) {
			if (allowed + (now - updated) / interval >= burst) this.#attempts.delete(address);
		}
		if (this.#attempts.size > 0) this.#timer = setTimeout(() => this.#endPeriod(), period).unref();
	}

	/** Logs the addresses with the most attempts separately. The last line covers all others. */
	#logAll(): void {
		const unlogged = [...this.#attempts].filter(([, attempts]) => attempts.unlogged > 0);
		unlogged.sort(([, a], [, b]) => b.unlogged - a.unlogged);
		const alone = unlogged.length <= this.#linesLeft ? unlogged.length : this.#linesLeft - 1;
		for (const [address, attempts] of unlogged.slice(0, alone)) this.#logAttempts(address, attempts);
		const rest = unlogged.slice(alone);
		if (rest.length === 0) return;
		const all = { unlogged: 0 };
		for (const [, attempts] of rest) {
			all.unlogged += attempts.unlogged;
			attempts.unlogged = 0;
		}
		this.#logAttempts(`${rest.length} more addresses`, all);
	}

	/** Never logs the key: it may be valid for another service. */
	#logAttempts(address: string, attempts: { unlogged: number }): void {
		this.#log('warning', attemptsText(attempts.unlogged, address));
		attempts.unlogged = 0;
		this.#linesLeft--;
	}
}

/** Returns the log line about wrong keys. */
export function attemptsText(count: number, address: string): string {
	return `A wrong API key was sent ${count === 1 ? 'once' : `${count} times`} from ${address}.`;
}
