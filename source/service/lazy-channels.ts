import type { OpenExchangeOptions } from './channels/exchange/open-exchange.ts';
import type { OpenChannelsOptions, OpenedChannels } from './channels/open-channels.ts';
import { HttpError, reasonOf } from './http/http-error.ts';
import type { LazyOverlay } from './lazy-overlay.ts';

export const lazyChannelsText = {
	notOpened: (reason: string) =>
		`The channels cannot be opened: ${reason}. Downloads are not affected. The next request tries again.`,
	closed: 'The channels are closed, because the service stops.',
} as const;

export interface LazyChannelsOptions
	extends Omit<OpenChannelsOptions, 'join'>,
		Pick<OpenExchangeOptions, 'dht' | 'address' | 'log'> {
	readonly overlay: LazyOverlay;
}

/** Returns the channels. The first call loads their code. */
export type OpenChannels = () => Promise<OpenedChannels>;

/**
 * The channels. Their code is loaded at the end of the start if the overlay needs it, else with the first request. Their
 * failures stop nothing else.
 */
export class LazyChannels {
	readonly #options: LazyChannelsOptions;
	/** Undefined until it is used, and after it could not be opened. */
	#opened: Promise<OpenedChannels> | undefined;
	#isClosed = false;

	constructor(options: LazyChannelsOptions) {
		this.#options = options;
	}

	readonly open: OpenChannels = () => {
		this.#opened ??= this.#load();
		return this.#opened;
	};

	/** Opens the channels if other services can request them. Call it when the start is complete. */
	started(): void {
		// The failure is reported by `#load`.
		if (this.#options.overlay.isOn) this.open().catch(() => {});
	}

	/** Close the overlay before, and the database after it. */
	async close(): Promise<void> {
		this.#isClosed = true;
		const opened = await this.#opened?.catch(() => undefined);
		opened?.close();
	}

	async #load(): Promise<OpenedChannels> {
		const { overlay, dht, address, log, ...options } = this.#options;
		try {
			if (this.#isClosed) throw new HttpError(500, 'ChannelsError', lazyChannelsText.closed);
			return await overlay.use(async (overlay) => {
				const { openChannels } = await import('./channels/open-channels.ts');
				if (!overlay) return openChannels(options);
				const { openExchange } = await import('./channels/exchange/open-exchange.ts');
				const join: OpenChannelsOptions['join'] = (channels) =>
					openExchange({ ...channels, overlay, dht, address, log });
				return openChannels({ ...options, join });
			});
		} catch (error) {
			this.#opened = undefined;
			if (!this.#isClosed) {
				const text = lazyChannelsText.notOpened(reasonOf(error));
				log('error', text);
				options.emit('tribler_exception', { text });
			}
			throw error;
		}
	}
}
