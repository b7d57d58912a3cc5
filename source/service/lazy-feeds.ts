import type { FeedService } from './feeds/feed-service.ts';
import type { Feeds } from './feeds/feeds.ts';
import type { OpenFeedsOptions } from './feeds/open-feeds.ts';
import { HttpError, reasonOf } from './http/http-error.ts';
import type { OpenChannels } from './lazy-channels.ts';
import { selectValues } from './storage/select-values.ts';

export const lazyFeedsText = {
	notOpened: (reason: string) =>
		`The feeds cannot be opened: ${reason}. Downloads are not affected. The next request tries again.`,
	closed: 'The feeds are closed, because the service stops.',
} as const;

export interface LazyFeedsOptions extends Omit<OpenFeedsOptions, 'channel'> {
	readonly openChannels: OpenChannels;
}

/** Returns the feeds. The first call loads their code and starts their checks. */
export type OpenFeeds = () => Promise<Feeds>;

/**
 * The feeds of the own channel. Their code is loaded at the end of the start if there are feeds, else with the first
 * request. Their failures stop nothing else.
 */
export class LazyFeeds {
	readonly #options: LazyFeedsOptions;
	/** Undefined until they are used, and after they could not be opened. */
	#opened: Promise<FeedService> | undefined;
	#isClosed = false;

	constructor(options: LazyFeedsOptions) {
		this.#options = options;
	}

	readonly open: OpenFeeds = () => {
		this.#opened ??= this.#load();
		return this.#opened;
	};

	/** Opens the feeds if there are any. Call it when the start is complete. */
	started(): void {
		if (selectValues(this.#options.database, 'number', 'FROM feeds LIMIT 1').length === 0) return;
		// The failure is reported by `#load`.
		this.open().catch(() => {});
	}

	/** Ends the checks. Channels, downloads and the database must be open. */
	async close(): Promise<void> {
		this.#isClosed = true;
		const opened = await this.#opened?.catch(() => undefined);
		await opened?.close();
	}

	async #load(): Promise<FeedService> {
		const { openChannels, ...options } = this.#options;
		try {
			if (this.#isClosed) throw new HttpError(500, 'FeedsError', lazyFeedsText.closed);
			const [{ registry }, { openFeeds }] = await Promise.all([
				openChannels(),
				import('./feeds/open-feeds.ts'),
			]);
			return openFeeds({ ...options, channel: registry.own });
		} catch (error) {
			this.#opened = undefined;
			if (!this.#isClosed) {
				const text = lazyFeedsText.notOpened(reasonOf(error));
				options.log('error', text);
				options.emit('tribler_exception', { text });
			}
			throw error;
		}
	}
}
