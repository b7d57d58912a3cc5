import type { Emit } from './downloads/download-registry.ts';
import { closedMarket, reasonOf } from './http/http-error.ts';
import type { LazyOverlay } from './lazy-overlay.ts';
import type { Log } from './log.ts';
import type { OpenedMarket } from './market/host/open-market.ts';
import type { OpenMarket } from './market/market.ts';
import type { MarketSettings } from './market/settings.ts';
import type { Database } from './storage/sqlite.ts';

export const lazyMarketText = {
	notOpened: (reason: string) =>
		`The market cannot be opened: ${reason}. Downloads are not affected. The next request tries again.`,
	failed: (reason: string) => `The market is stopped: ${reason}. It tries again every 2 s.`,
	notClosed: (reason: string) => `The market did not close properly: ${reason}.`,
	recovered: 'The market works again.',
} as const;

export interface LazyMarketOptions {
	readonly market: MarketSettings;
	readonly overlay: LazyOverlay;
	readonly stateFolder: string;
	readonly database: Database;
	readonly emit: Emit;
	readonly log: Log;
}

/**
 * The market. Its code is loaded at the end of the start if the overlay or the settings need it, else with the first
 * request. Its failures stop nothing else.
 */
export class LazyMarket {
	readonly #options: LazyMarketOptions;
	/** Undefined until it is used, and after it could not be opened. */
	#opened: Promise<OpenedMarket> | undefined;
	#isClosed = false;

	constructor(options: LazyMarketOptions) {
		this.#options = options;
	}

	/** Returns the market, for requests. */
	readonly open: OpenMarket = async () => {
		this.#opened ??= this.#load();
		return (await this.#opened).market;
	};

	/** Opens the market if the settings need it. Call it when the start is complete. */
	started(): void {
		const { overlay, market } = this.#options;
		if (!overlay.isOn && market.assets.length === 0) return;
		// The failure is reported by `#load`.
		this.open().catch(() => {});
	}

	/** Stores everything and ends the calls of wallets. Close the overlay before, and the database after it. */
	async close(): Promise<void> {
		this.#isClosed = true;
		const opened = await this.#opened?.catch(() => undefined);
		try {
			opened?.close();
		} catch (error) {
			this.#options.log('error', lazyMarketText.notClosed(reasonOf(error)));
		}
	}

	async #load(): Promise<OpenedMarket> {
		const { overlay, market, stateFolder, database, emit, log } = this.#options;
		try {
			if (this.#isClosed) throw closedMarket();
			return await overlay.use(async (overlay) => {
				const { openMarket } = await import('./market/host/open-market.ts');
				return openMarket({
					settings: market,
					stateFolder,
					database,
					overlay,
					emit,
					onFailure: (reason) => {
						if (reason === undefined) log('info', lazyMarketText.recovered);
						else this.#report(lazyMarketText.failed(reason));
					},
					log,
				});
			});
		} catch (error) {
			this.#opened = undefined;
			if (!this.#isClosed) this.#report(lazyMarketText.notOpened(reasonOf(error)));
			throw error;
		}
	}

	#report(text: string): void {
		this.#options.log('error', text);
		this.#options.emit('tribler_exception', { text });
	}
}
