import type { Emit } from '../core/emit.ts';
import type { OpenPart } from '../core/lazy-part.ts';
import type { Log } from '../log/log.ts';
import { openIdentity } from '../overlay/identity.ts';
import type { Identity } from '../overlay/keys.ts';
import type { Database } from '../storage/sqlite.ts';
import type { KnownHealth } from './channel-registry.ts';
import { ChannelSearch, type ChannelSearches } from './channel-search.ts';
import { ChannelService } from './channel-service.ts';
import { ChannelStore } from './channel-store.ts';
import { type ChannelRegistry, Channels } from './channels.ts';
import { MetadataEntries } from './metadata-entries.ts';
import { type DownloadedTorrents, PrivateEntries } from './private-entries.ts';

interface OpenChannelsOptions {
	readonly stateFolder: string;
	readonly database: Database;
	readonly emit: Emit;
	readonly health: KnownHealth;
	readonly torrents: DownloadedTorrents;
	readonly log: Log;
	/** Joins the overlay. Undefined if it is off. */
	readonly join?: ((channels: JoiningChannels) => { close(): void }) | undefined;
}

/** The parts that other services reach. */
export interface JoiningChannels {
	readonly identity: Identity;
	readonly registry: ChannelRegistry;
	readonly searches: ChannelSearches;
}

export interface OpenedChannels {
	readonly registry: Channels;
	readonly service: ChannelService;
	readonly entries: MetadataEntries;
	readonly search: ChannelSearch;
	close(): void;
}

/** Returns the channels. The first call loads their code. */
export type OpenChannels = OpenPart<OpenedChannels>;

/** Opens the channels in the database. Throws an HttpError if they or the identity cannot be read. */
export function openChannels({
	stateFolder,
	database,
	emit,
	health,
	torrents,
	log,
	join,
}: OpenChannelsOptions): OpenedChannels {
	const identity = openIdentity(stateFolder);
	const registry = new Channels({ id: identity.id, store: new ChannelStore(database), emit });
	const privateEntries = new PrivateEntries({ own: registry.own, torrents, log });
	const search = new ChannelSearch(registry, health, emit);
	const exchange = join?.({ identity, registry, searches: search });
	return {
		registry,
		service: new ChannelService(registry, health),
		entries: new MetadataEntries(registry, health),
		search,
		close: () => {
			exchange?.close();
			privateEntries.close();
			registry.close();
		},
	};
}
