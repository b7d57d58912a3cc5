import type { EventType } from '../../protocol/events.ts';
import type { Emit } from '../downloads/download-registry.ts';
import type { TorrentEntry } from './channel-registry.ts';

/** Events per second. A large channel would flood slow clients. */
const MAX_PER_SECOND = 200;
const INTERVAL_MS = 100;
/** Maximum number of waiting events. Clients read the lists anyway. */
const MAX_WAITING = 20_000;

/** Emits the events of changed channels in their sequence, at a limited rate. */
export class ChannelEvents {
	readonly #emit: Emit;
	readonly #waiting: (readonly [EventType, unknown])[] = [];
	/** Events that may be emitted at once. */
	#allowed = MAX_PER_SECOND;
	#timer: NodeJS.Timeout | undefined;

	constructor(emit: Emit) {
		this.#emit = emit;
	}

	channel(id: string, { name, description }: { readonly name: string; readonly description: string }): void {
		this.#add('channel_discovered', { name, description, dispersy_cid: id });
	}

	torrent(channel: string, { infohash, name, trackers, files }: TorrentEntry): void {
		this.#add('torrent_discovered', { infohash, name, trackers, files, dispersy_cid: channel });
	}

	removed(channel: string, infohash: string): void {
		this.#add('torrent_removed_from_channel', { infohash, dispersy_cid: channel });
	}

	close(): void {
		clearInterval(this.#timer);
		this.#waiting.length = 0;
	}

	#add(name: EventType, payload: unknown): void {
		if (this.#waiting.length >= MAX_WAITING) return;
		this.#waiting.push([name, payload]);
		this.#emitAllowed();
		this.#timer ??= setInterval(() => this.#refill(), INTERVAL_MS).unref();
	}

	#refill(): void {
		this.#allowed = Math.min(MAX_PER_SECOND, this.#allowed + (MAX_PER_SECOND * INTERVAL_MS) / 1_000);
		this.#emitAllowed();
		if (this.#waiting.length > 0 || this.#allowed < MAX_PER_SECOND) return;
		clearInterval(this.#timer);
		this.#timer = undefined;
	}

	#emitAllowed(): void {
		const events = this.#waiting.splice(0, this.#allowed);
		this.#allowed -= events.length;
		for (const [name, payload] of events) this.#emit(name, payload);
	}
}
