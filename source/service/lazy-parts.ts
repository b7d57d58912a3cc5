import type { OpenedChannels } from './channels/open-channels.ts';
import type { Emit } from './core/emit.ts';
import { LazyPart } from './core/lazy-part.ts';
import type { Downloads } from './downloads/downloads.ts';
import type { DhtEngine } from './engine/dht-port.ts';
import type { FeedService } from './feeds/feed-service.ts';
import type { HealthService } from './health/health-service.ts';
import type { OpenHealthOptions } from './health/open-health.ts';
import type { OwnService } from './http-client/own-service.ts';
import type { LazyOverlay } from './lazy-overlay.ts';
import type { Log } from './log/log.ts';
import type { OpenedMarket } from './market/host/open-market.ts';
import type { MarketSettings } from './market/settings.ts';
import { channelRoutes } from './routes/channels.ts';
import { feedRoutes } from './routes/feeds.ts';
import { healthRoutes } from './routes/health.ts';
import { marketRoutes } from './routes/market.ts';
import { metadataRoutes } from './routes/metadata.ts';
import { selectValues } from './storage/select-values.ts';
import type { Database } from './storage/sqlite.ts';

const lazyPartsText = {
	marketFailed: (reason: string) => `The market is stopped: ${reason}. It tries again every 2 s.`,
	marketRecovered: 'The market works again.',
} as const;

interface LazyPartsOptions {
	readonly stateFolder: string;
	readonly database: Database;
	readonly downloads: Downloads;
	readonly engine: DhtEngine & OpenHealthOptions['engine'];
	readonly overlay: LazyOverlay;
	readonly market: MarketSettings;
	/** Whether the engine uses the DHT. */
	readonly dht: boolean;
	/** host:port at which peers reach this service. Undefined if it is unknown. */
	readonly peerAddress: string | undefined;
	readonly defaultDestination: string;
	readonly ownService: OwnService;
	readonly emit: Emit;
	readonly log: Log;
}

/** Market, channels, feeds and health checks. Each is loaded when it is first used. */
export class LazyParts {
	readonly #options: LazyPartsOptions;
	readonly #market: LazyPart<OpenedMarket>;
	readonly #channels: LazyPart<OpenedChannels>;
	readonly #feeds: LazyPart<FeedService>;
	readonly #health: LazyPart<HealthService>;

	constructor(options: LazyPartsOptions) {
		const { emit, log } = options;
		this.#options = options;
		this.#market = new LazyPart({ name: 'market', load: () => this.#openMarket(), emit, log });
		this.#channels = new LazyPart({ name: 'channels', load: () => this.#openChannels(), emit, log });
		this.#feeds = new LazyPart({ name: 'feeds', load: () => this.#openFeeds(), emit, log });
		this.#health = new LazyPart({ name: 'health checks', load: () => this.#openHealth(), emit, log });
	}

	/** Handlers of the parts' endpoints. */
	handlers() {
		const { downloads, ownService } = this.#options;
		const openChannels = this.#channels.open;
		return {
			...marketRoutes(async () => (await this.#market.open()).market),
			...channelRoutes({ open: openChannels, downloads, ownService }),
			...metadataRoutes(openChannels),
			...feedRoutes({ openChannels, openFeeds: this.#feeds.open }),
			...healthRoutes(this.#health.open),
		};
	}

	/** Opens the parts that work without requests. Call it when the start of the service is complete. */
	started(): void {
		const { overlay, market, database } = this.#options;
		if (overlay.isOn || market.assets.length > 0) this.#market.start();
		if (overlay.isOn) this.#channels.start();
		if (selectValues(database, 'number', 'FROM feeds LIMIT 1').length > 0) this.#feeds.start();
	}

	/** Stores everything. Close the overlay before, and downloads and database after it. */
	async close(): Promise<void> {
		await this.#health.close();
		await this.#feeds.close();
		await this.#market.close();
		await this.#channels.close();
	}

	#openMarket(): Promise<OpenedMarket> {
		const { market: settings, stateFolder, database, emit, log } = this.#options;
		const onFailure = (reason: string | undefined) => {
			if (reason === undefined) {
				log('info', lazyPartsText.marketRecovered);
				return;
			}
			const text = lazyPartsText.marketFailed(reason);
			log('error', text);
			emit('tribler_exception', { text });
		};
		return this.#options.overlay.use(async (overlay) => {
			const { openMarket } = await import('./market/host/open-market.ts');
			return openMarket({ settings, stateFolder, database, overlay, emit, onFailure, log });
		});
	}

	#openChannels(): Promise<OpenedChannels> {
		const {
			stateFolder,
			database,
			downloads: { registry: torrents },
			engine,
			peerAddress: address,
			emit,
			log,
		} = this.#options;
		const dht = this.#options.dht ? engine : undefined;
		return this.#options.overlay.use(async (overlay) => {
			const { openChannels } = await import('./channels/open-channels.ts');
			const health = (infohash: string) => this.#health.current?.known(infohash);
			const local = { stateFolder, database, emit, health, torrents, log };
			if (!overlay) return openChannels(local);
			const { openExchange } = await import('./channels/exchange/open-exchange.ts');
			return openChannels({
				...local,
				join: (channels) => openExchange({ ...channels, overlay, dht, address, log }),
			});
		});
	}

	async #openFeeds(): Promise<FeedService> {
		const { database, downloads, defaultDestination, ownService, emit, log } = this.#options;
		const prepareFolder = (folder: string) => downloads.destinations.prepare(folder);
		const [{ registry }, { openFeeds }] = await Promise.all([
			this.#channels.open(),
			import('./feeds/open-feeds.ts'),
		]);
		return openFeeds({
			database,
			channel: registry.own,
			addDownload: async (source, folder) => {
				const destination = await prepareFolder(folder ?? defaultDestination);
				await downloads.additions.add({ source, destination, hops: 0, safeSeeding: false, selected: null });
			},
			prepareFolder,
			ownService,
			emit,
			log,
		});
	}

	async #openHealth(): Promise<HealthService> {
		const { database, downloads, engine, ownService, emit, log } = this.#options;
		const { openHealth } = await import('./health/open-health.ts');
		const openChannels = this.#channels.open;
		return openHealth({ database, downloads, openChannels, engine, ownService, emit, log });
	}
}
