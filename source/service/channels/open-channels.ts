import type { Emit } from '../downloads/download-registry.ts';
import type { DhtEngine } from '../engine/dht-port.ts';
import type { Log } from '../log.ts';
import { openIdentity } from '../overlay/identity.ts';
import type { Overlay } from '../overlay/overlay.ts';
import type { Database } from '../storage/sqlite.ts';
import type { KnownHealth } from './channel-registry.ts';
import { ChannelSearch } from './channel-search.ts';
import { ChannelService } from './channel-service.ts';
import { ChannelStore } from './channel-store.ts';
import { Channels } from './channels.ts';
import { openExchange } from './exchange/open-exchange.ts';
import { MetadataEntries } from './metadata-entries.ts';

export interface OpenChannelsOptions {
	readonly stateFolder: string;
	readonly database: Database;
	readonly emit: Emit;
	readonly health: KnownHealth;
	/** Undefined without connections to other services. */
	readonly overlay: Overlay | undefined;
	/** The DHT for heads of channels. Undefined if it is off. */
	readonly dht?: Pick<DhtEngine, 'dhtPut' | 'dhtGet'> | undefined;
	/** host:port at which other services reach this one. Undefined if it is unknown. */
	readonly address?: string | undefined;
	readonly log: Log;
}

export interface OpenedChannels {
	readonly registry: Channels;
	readonly service: ChannelService;
	readonly entries: MetadataEntries;
	readonly search: ChannelSearch;
	close(): void;
}

/** Opens the channels in the database. Throws an HttpError if they or the identity cannot be read. */
export function openChannels(options: OpenChannelsOptions): OpenedChannels {
	const { stateFolder, database, emit, health, overlay, dht, address, log } = options;
	const identity = openIdentity(stateFolder);
	const registry = new Channels({ id: identity.id, store: new ChannelStore(database), emit });
	const search = new ChannelSearch(registry, health, emit);
	const exchange =
		overlay && openExchange({ registry, searches: search, overlay, identity, dht, address, log });
	return {
		registry,
		service: new ChannelService(registry, health),
		entries: new MetadataEntries(registry, health),
		search,
		close: () => {
			exchange?.close();
			registry.close();
		},
	};
}
