import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf } from '../../http/http-error.ts';
import type { Log } from '../../log.ts';
import { openIdentity } from '../../overlay/identity.ts';
import type { Identity } from '../../overlay/keys.ts';
import type { Overlay } from '../../overlay/overlay.ts';
import type { Database } from '../../storage/sqlite.ts';
import type { Market } from '../market.ts';
import { MarketService, type MarketServiceOptions } from './market-service.ts';
import { MarketStore } from './market-store.ts';

/** Time limit for the end of the overlay's connections. */
const CLOSE_TIMEOUT_MS = 1_000;

export const openMarketText = {
	overlayNotStarted: (reason: string) =>
		`The overlay cannot be started: ${reason}. Trades with other services wait for the next start of the service.`,
} as const;

export interface OpenMarketOptions
	extends Pick<MarketServiceOptions, 'settings' | 'stateFolder' | 'emit' | 'onFailure'> {
	readonly database: Database;
	/** Undefined without connections to other services. */
	readonly openOverlay: ((identity: Identity) => Promise<Overlay>) | undefined;
	/** Called with a sentence if the overlay cannot be started. */
	readonly onOverlayFailure: (text: string) => void;
	readonly log: Log;
}

export interface OpenedMarket {
	readonly market: Market;
	close(): Promise<void>;
}

/** Opens the market, and starts its overlay. Throws an HttpError if it cannot be opened. */
export async function openMarket({
	database,
	openOverlay,
	...options
}: OpenMarketOptions): Promise<OpenedMarket> {
	const { stateFolder, onOverlayFailure } = options;
	const identity = openIdentity(stateFolder);
	const overlay = await openOverlay?.(identity);
	const market = new MarketService({
		...options,
		identity,
		overlay,
		store: new MarketStore(database),
	});
	try {
		market.start();
	} catch (error) {
		market.close();
		await overlay?.close();
		throw error;
	}
	overlay?.start().catch((error: unknown) => {
		onOverlayFailure(openMarketText.overlayNotStarted(reasonOf(error)));
	});
	return {
		market,
		close: async () => {
			// An engine that hangs does not delay the rest.
			await Promise.race([overlay?.close(), delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
			market.close();
		},
	};
}
