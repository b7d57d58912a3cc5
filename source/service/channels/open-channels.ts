import type { Emit } from '../downloads/download-registry.ts';
import { openIdentity } from '../overlay/identity.ts';
import type { Database } from '../storage/sqlite.ts';
import { ChannelStore } from './channel-store.ts';
import { Channels } from './channels.ts';

export interface OpenChannelsOptions {
	readonly stateFolder: string;
	readonly database: Database;
	readonly emit: Emit;
}

export interface OpenedChannels {
	readonly registry: Channels;
	close(): void;
}

/** Opens the channels in the database. Throws an HttpError if they or the identity cannot be read. */
export function openChannels({ stateFolder, database, emit }: OpenChannelsOptions): OpenedChannels {
	const { id } = openIdentity(stateFolder);
	const registry = new Channels({ id, store: new ChannelStore(database), emit });
	return { registry, close: () => registry.close() };
}
