import { decodeEnvelope } from '../../overlay/envelope.ts';
import type { Overlay } from '../../overlay/overlay.ts';
import type { ChannelRegistry } from '../channels.ts';
import type { Clock } from './clock.ts';
import { CHANNELS_TOPIC, headBody, headOf, type SignedHead } from './head.ts';
import type { ExchangeLimits } from './limits.ts';
import { HEAD_LIFETIME_MS, MAX_CHANNEL_BYTES } from './limits.ts';
import type { PageCache } from './page-cache.ts';
import { isPublishable, pagesOf, type Rows } from './pages.ts';

const ownHeadText = {
	tooLarge: 'The channel is too large to be published. Remove torrents or playlists.',
	invalid: 'The channel has an entry that other services do not accept. It is not published.',
} as const;

interface OwnHeadOptions {
	readonly registry: ChannelRegistry;
	readonly overlay: Pick<Overlay, 'publish'>;
	readonly pages: PageCache;
	readonly clock: Clock;
	readonly limits: ExchangeLimits;
	/** Called after each publication. */
	readonly published: (head: SignedHead) => void;
	/** Called with a sentence if the channel cannot be published. */
	readonly failed: (text: string) => void;
}

/** Publishes the own channel after its changes, and signs it again each day. */
export class OwnHead {
	readonly #options: OwnHeadOptions;
	/** The published head. Undefined without a channel. */
	#head: SignedHead | undefined;
	#cancelTimer: (() => void) | undefined;
	readonly #rows: Rows = new WeakMap();

	constructor(options: OwnHeadOptions) {
		this.#options = options;
	}

	get head(): SignedHead | undefined {
		return this.#head;
	}

	start(): void {
		this.#options.registry.onOwnChange(() => this.#changed());
		this.#publish();
	}

	close(): void {
		this.#cancelTimer?.();
	}

	/** Signs the head again if it is old. */
	renew(): void {
		const { clock, limits } = this.#options;
		if (this.#head && clock.now() - this.#head.sentMs >= limits.renewMs) this.#publish();
	}

	/** Changes in a short time are published together. */
	#changed(): void {
		const { clock, limits } = this.#options;
		this.#cancelTimer ??= clock.after(limits.publishDelayMs, () => {
			this.#cancelTimer = undefined;
			this.#publish();
		});
	}

	#publish(): void {
		const { registry, overlay, pages, clock, published, failed } = this.#options;
		const content = registry.content(registry.ownId);
		if (!content) return;
		// Others would ignore this service for a while after a fault.
		if (!isPublishable(content, this.#rows)) {
			failed(ownHeadText.invalid);
			return;
		}
		const made = pagesOf(content, this.#rows);
		if (made.size > MAX_CHANNEL_BYTES) {
			failed(ownHeadText.tooLarge);
			return;
		}
		pages.set(registry.ownId, made);
		const now = clock.now();
		// Others reject times in the future, which a clock that was set back left behind.
		const latest = Math.floor(now / 1_000);
		const { created, updated } = content;
		const past = { ...content, created: Math.min(created, latest), updated: Math.min(updated, latest) };
		const body = headBody(past, made);
		const envelope = decodeEnvelope(overlay.publish(CHANNELS_TOPIC, body, now + HEAD_LIFETIME_MS));
		this.#head = envelope && headOf(envelope);
		if (this.#head) published(this.#head);
	}
}
