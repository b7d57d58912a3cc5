import { newTrackers } from '../../metainfo/tracker-list.ts';
import type { OpenChannels } from '../channels/open-channels.ts';
import type { DownloadRegistry } from '../downloads/download-registry.ts';
import type { Downloads } from '../downloads/downloads.ts';
import { knownTrackers } from '../downloads/repeated-source.ts';
import { HttpError } from '../http/http-error.ts';
import { selectValues } from '../storage/select-values.ts';
import type { Database } from '../storage/sqlite.ts';
import type { TorrentSources } from './health.ts';
import { HealthService, type HealthServiceOptions } from './health-service.ts';

export interface OpenHealthOptions
	extends Pick<HealthServiceOptions, 'engine' | 'ownService' | 'emit' | 'log'> {
	readonly database: Database;
	readonly downloads: Downloads;
	readonly openChannels: OpenChannels;
}

/** Opens health checks of the torrents in downloads and channels. */
export function openHealth({
	database,
	downloads,
	openChannels,
	...options
}: OpenHealthOptions): HealthService {
	return new HealthService({
		...options,
		route: (hops) => downloads.controller.requireRoute(hops),
		download: (infohash) => sourcesOf(downloads.registry, short(infohash)),
		channelTrackers: async (infohash) => {
			// Most services have no channels. Their code is not loaded for that.
			if (selectValues(database, '1', 'FROM channel_torrents LIMIT 1').length === 0)
				return { own: [], others: [] };
			const { registry } = await openChannels();
			const entry = registry.own.torrent(short(infohash));
			const own = entry?.feed === undefined ? (entry?.trackers ?? []) : [];
			const all = registry.torrents(short(infohash)).flatMap(({ trackers }) => trackers);
			return { own, others: newTrackers(own, all) };
		},
	});
}

/** Returns the infohash by which downloads and channels know a torrent: that of version 2 is truncated (BEP 52). */
const short = (infohash: string): string => infohash.slice(0, 40);

async function sourcesOf(registry: DownloadRegistry, infohash: string): Promise<TorrentSources | undefined> {
	try {
		const record = await registry.requireParsed(infohash);
		const metainfo = registry.metainfo(record);
		return {
			trackers: knownTrackers(record, metainfo),
			isPrivate: metainfo?.private ?? false,
			hops: record.hops,
		};
	} catch (error) {
		if (error instanceof HttpError && error.status === 404) return undefined;
		throw error;
	}
}
