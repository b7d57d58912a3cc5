import type { Log } from '../../log/log.ts';
import { openIdentity } from '../../overlay/identity.ts';
import type { Overlay } from '../../overlay/overlay.ts';
import type { Database } from '../../storage/sqlite.ts';
import { MarketService, type MarketServiceOptions } from './market-service.ts';
import { MarketStore } from './market-store.ts';
import { MARKET_TOPIC } from './trading-driver.ts';

interface OpenMarketOptions
	extends Pick<MarketServiceOptions, 'settings' | 'stateFolder' | 'emit' | 'onFailure'> {
	readonly database: Database;
	/** Undefined without connections to other services. */
	readonly overlay: Overlay | undefined;
	readonly log: Log;
}

export interface OpenedMarket {
	readonly market: MarketService;
	/** Stores everything. The overlay is closed before. */
	close(): void;
}

/** Opens the market, and joins the overlay. Throws an HttpError if it cannot be opened. */
export function openMarket({ database, overlay, ...options }: OpenMarketOptions): OpenedMarket {
	const identity = openIdentity(options.stateFolder);
	const market = new MarketService({ ...options, identity, overlay, store: new MarketStore(database) });
	try {
		market.start();
	} catch (error) {
		overlay?.leave(MARKET_TOPIC);
		market.close();
		throw error;
	}
	return { market, close: () => market.close() };
}
