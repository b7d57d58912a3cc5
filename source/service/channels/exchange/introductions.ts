import { KeyedRates } from '../../../concurrency/token-bucket.ts';
import type { SignedHead } from './head.ts';
import { type ExchangeLimits, MAX_SOURCES } from './limits.ts';

interface Introduced {
	readonly source: string;
	readonly torrents: number;
	readonly bytes: number;
}

/**
 * Limits the channels that one source introduces, so that it cannot displace those of others: how many in an hour, and
 * its part of all stored ones.
 */
export class Introductions {
	readonly #limits: ExchangeLimits;
	readonly #rates: KeyedRates;
	/** By channel. */
	readonly #introduced = new Map<string, Introduced>();

	constructor(limits: ExchangeLimits) {
		this.#limits = limits;
		this.#rates = new KeyedRates(limits.newChannels, MAX_SOURCES);
	}

	/** Counts a version of a channel, which may be new. Returns false if its source exceeds a limit. */
	admit({ channel, torrents, size: bytes }: SignedHead, source: string, nowMs: number): boolean {
		const known = this.#introduced.get(channel);
		const owner = known?.source ?? source;
		const sum = { channels: 1, torrents, bytes };
		for (const [id, one] of this.#introduced) {
			if (id === channel || one.source !== owner) continue;
			sum.channels++;
			sum.torrents += one.torrents;
			sum.bytes += one.bytes;
		}
		const { ofSource } = this.#limits;
		if (sum.channels > ofSource.channels || sum.torrents > ofSource.torrents || sum.bytes > ofSource.bytes)
			return false;
		if (!known && !this.#rates.take(owner, nowMs)) return false;
		this.#introduced.set(channel, { source: owner, torrents, bytes });
		return true;
	}

	/** Whether a source may introduce another channel now. */
	mayIntroduce(source: string, nowMs: number): boolean {
		const rate = this.#rates.bucket(source, nowMs);
		return rate.take(0, nowMs) && rate.nextMs <= nowMs;
	}

	/** Returns the source of a channel that was introduced since the start. */
	sourceOf(channel: string): string | undefined {
		return this.#introduced.get(channel)?.source;
	}

	/** Whether the channel was introduced since the start. */
	has(channel: string): boolean {
		return this.#introduced.has(channel);
	}

	/** Forgets a channel that is not stored. */
	remove(channel: string): void {
		this.#introduced.delete(channel);
	}
}
