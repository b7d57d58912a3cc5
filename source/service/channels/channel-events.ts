import type { EventType } from '../../protocol/events/events.ts';
import type { Emit } from '../core/emit.ts';
import type { TorrentEntry } from './channel-registry.ts';

/** Events per second. A large channel would flood slow clients. */
const MAX_PER_SECOND = 200;
const INTERVAL_MS = 100;
/** Maximum number of waiting events. Clients read the lists anyway. */
const MAX_WAITING = 20_000;

type Event = readonly [EventType, unknown];

/**
 * Emits the events of changed channels at a limited rate, those of the own channel first. The events of a channel keep
 * their sequence.
 */
export class ChannelEvents {
	readonly #emit: Emit;
	readonly #ownId: string;
	readonly #ownWaiting: Event[] = [];
	readonly #waiting: Event[] = [];
	/** Events that may be emitted at once. */
	#allowed = MAX_PER_SECOND;
	#timer: NodeJS.Timeout | undefined;

	constructor(emit: Emit, ownId: string) {
		this.#emit = emit;
		this.#ownId = ownId;
	}

	channel(id: string, { name, description }: { readonly name: string; readonly description: string }): void {
		this.#add(id, 'channel_discovered', { name, description, dispersy_cid: id });
	}

	torrent(channel: string, { infohash, name, trackers, files }: TorrentEntry): void {
		this.#add(channel, 'torrent_discovered', { infohash, name, trackers, files, dispersy_cid: channel });
	}

	removed(channel: string, infohash: string): void {
		this.#add(channel, 'torrent_removed_from_channel', { infohash, dispersy_cid: channel });
	}

	close(): void {
		clearInterval(this.#timer);
		this.#ownWaiting.length = 0;
		this.#waiting.length = 0;
	}

	#add(channel: string, name: EventType, payload: unknown): void {
		const waiting = channel === this.#ownId ? this.#ownWaiting : this.#waiting;
		if (waiting.length >= MAX_WAITING) return;
		waiting.push([name, payload]);
		this.#emitAllowed();
		this.#timer ??= setInterval(() => this.#refill(), INTERVAL_MS).unref();
	}

	#refill(): void {
		this.#allowed = Math.min(MAX_PER_SECOND, this.#allowed + (MAX_PER_SECOND * INTERVAL_MS) / 1_000);
		this.#emitAllowed();
		if (this.#allowed < MAX_PER_SECOND) return;
		clearInterval(this.#timer);
		this.#timer = undefined;
	}

	#emitAllowed(): void {
		for (const waiting of [this.#ownWaiting, this.#waiting]) {
			const events = waiting.splice(0, this.#allowed);
			this.#allowed -= events.length;
			for (const [name, payload] of events) this.#emit(name, payload);
		}
	}
}
