import type { ChannelSummary } from '../channel-registry.ts';
import type { ChannelRegistry } from '../channels.ts';
import { readHead, type SignedHead } from './head.ts';

type KnownHead = Pick<SignedHead, 'version' | 'index' | 'sentMs' | 'expiresMs'>;

/** The heads of stored channels of other services, without their envelopes. */
export class KnownHeads {
	readonly #registry: ChannelRegistry;
	readonly #heads = new Map<string, KnownHead>();

	constructor(registry: ChannelRegistry) {
		this.#registry = registry;
	}

	get all(): ReadonlyMap<string, KnownHead> {
		return this.#heads;
	}

	has(channel: string): boolean {
		return this.#heads.has(channel);
	}

	get(channel: string): KnownHead | undefined {
		return this.#heads.get(channel);
	}

	set({ channel, version, index, sentMs, expiresMs }: SignedHead): void {
		this.#heads.set(channel, { version, index, sentMs, expiresMs });
	}

	/** Reads the stored heads. Drops channels without a valid one. */
	load(nowMs: number): void {
		for (const { id, isOwn } of this.#registry.list()) {
			if (isOwn) continue;
			const envelope = this.#registry.head(id);
			const head = envelope && readHead(envelope, nowMs);
			if (typeof head === 'object' && head.channel === id) this.set(head);
			else this.#drop(id);
		}
	}

	/** Drops channels whose heads expired. Returns their ids. */
	removeExpired(nowMs: number): readonly string[] {
		const expired = [...this.#heads].flatMap(([id, { expiresMs }]) => (expiresMs <= nowMs ? [id] : []));
		for (const id of expired) {
			this.#registry.drop(id);
			this.#heads.delete(id);
		}
		return expired;
	}

	/** Drops a channel, except if the disk is full. Then a later start drops it. */
	#drop(id: string): void {
		try {
			this.#registry.drop(id);
		} catch {
			// Other channels are readable.
		}
	}

	/** Forgets the channels that are not stored any more. Returns their ids. */
	removeOthers(stored: readonly ChannelSummary[]): readonly string[] {
		const ids = new Set(stored.map(({ id }) => id));
		const removed = [...this.#heads.keys()].filter((id) => !ids.has(id));
		for (const id of removed) this.#heads.delete(id);
		return removed;
	}
}
