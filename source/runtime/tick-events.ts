import type { ServiceEvent } from '../protocol/events/events.ts';

/** Time between two batches, ms. More changes a second are not readable, and each costs a frame. */
const BATCH_INTERVAL_MS = 200;

/** Types of events that come in bursts: changes of a book, contents of a new channel, results of a search. */
const tickTypes: ReadonlySet<ServiceEvent['type']> = new Set([
	'market_ask',
	'market_bid',
	'market_ask_timeout',
	'market_bid_timeout',
	'market_tick_removed',
	'channel_discovered',
	'torrent_discovered',
	'torrent_removed_from_channel',
	'search_result_channel',
	'search_result_torrent',
]);

/**
 * Delivers events in their order. Those that come in bursts wait until the last batch was 200 ms ago, so that a burst
 * makes few frames. The first one is delivered at once. Another event delivers those before it.
 */
export class TickEvents {
	readonly #deliver: (event: ServiceEvent, at: number) => void;
	#waiting: { readonly event: ServiceEvent; readonly at: number }[] = [];
	#timer: NodeJS.Timeout | undefined;
	#deliveredAt = Number.NEGATIVE_INFINITY;

	/** `deliver`: takes an event and its arrival, Unix ms. */
	constructor(deliver: (event: ServiceEvent, at: number) => void) {
		this.#deliver = deliver;
	}

	add(event: ServiceEvent, at: number): void {
		this.#waiting.push({ event, at });
		if (!tickTypes.has(event.type)) {
			this.#flush();
			return;
		}
		const wait = this.#deliveredAt + BATCH_INTERVAL_MS - performance.now();
		if (wait <= 0) this.#flush();
		else this.#timer ??= setTimeout(() => this.#flush(), wait);
	}

	/** Drops waiting events. */
	close(): void {
		clearTimeout(this.#timer);
		this.#waiting = [];
	}

	#flush(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		this.#deliveredAt = performance.now();
		const events = this.#waiting;
		this.#waiting = [];
		for (const { event, at } of events) this.#deliver(event, at);
	}
}
