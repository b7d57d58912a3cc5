import type { OpenChannelsOptions, OpenedChannels } from './channels/open-channels.ts';
import { HttpError, reasonOf } from './http/http-error.ts';
import type { Log } from './log.ts';

export const lazyChannelsText = {
	notOpened: (reason: string) =>
		`The channels cannot be opened: ${reason}. Downloads are not affected. The next request tries again.`,
	closed: 'The channels are closed, because the service stops.',
} as const;

export interface LazyChannelsOptions extends OpenChannelsOptions {
	readonly log: Log;
}

/** Returns the channels. The first call loads their code. */
export type OpenChannels = () => Promise<OpenedChannels>;

/** The channels. Their code is loaded with the first request for them. Their failures stop nothing else. */
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

	/** The database must be open. */
	async close(): Promise<void> {
		this.#isClosed = true;
		const opened = await this.#opened?.catch(() => undefined);
		opened?.close();
	}

	async #load(): Promise<OpenedChannels> {
		const { log, ...options } = this.#options;
		try {
			if (this.#isClosed) throw new HttpError(500, 'ChannelsError', lazyChannelsText.closed);
			const { openChannels } = await import('./channels/open-channels.ts');
			return openChannels(options);
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
