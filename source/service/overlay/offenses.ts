import { BoundedMap } from '../../basics/bounded-map.ts';
import { MAX_KNOWN_OFFENDERS, type OverlayLimits } from './limits.ts';

interface Record {
	/** Violations that are not forgiven, at `updatedMs`. */
	readonly count: number;
	readonly updatedMs: number;
	/** Number of blocks so far. */
	readonly blocks: number;
	readonly blockedUntilMs: number;
}

type OffenseLimits = Pick<OverlayLimits, 'offenses' | 'forgiveMs' | 'blockMs' | 'maxBlockMs'>;

/** Counts violations of peers, and blocks repeated ones for a growing time. Times are Unix times in ms. */
export class Offenses {
	readonly #limits: OffenseLimits;
	readonly #records = new BoundedMap<Record>(MAX_KNOWN_OFFENDERS);

	constructor(limits: OffenseLimits) {
		this.#limits = limits;
	}

	/** Counts a violation. Returns the duration of the block in ms if it blocks the peer. */
	count(id: string, nowMs: number): number | undefined {
		const record = this.#records.get(id);
		const forgiven = record ? Math.floor(Math.max(0, nowMs - record.updatedMs) / this.#limits.forgiveMs) : 0;
		const count = Math.max(0, (record?.count ?? 0) - forgiven) + 1;
		if (count >= this.#limits.offenses) return this.block(id, nowMs);
		const { blocks = 0, blockedUntilMs = 0 } = record ?? {};
		this.#records.set(id, { count, updatedMs: nowMs, blocks, blockedUntilMs });
		return undefined;
	}

	/** Blocks a peer at once. Returns the duration in ms. */
	block(id: string, nowMs: number): number {
		const blocks = this.#records.get(id)?.blocks ?? 0;
		const durationMs = Math.min(this.#limits.blockMs * 2 ** Math.min(blocks, 30), this.#limits.maxBlockMs);
		this.#records.set(id, {
			count: 0,
			updatedMs: nowMs,
			blocks: blocks + 1,
			blockedUntilMs: nowMs + durationMs,
		});
		return durationMs;
	}

	isBlocked(id: string, nowMs: number): boolean {
		return (this.#records.get(id)?.blockedUntilMs ?? 0) > nowMs;
	}
}
