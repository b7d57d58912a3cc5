import type { OpenChannels } from '../channels/open-channels.ts';
import type { DownloadRegistry } from '../downloads/download-registry.ts';
import type { Downloads } from '../downloads/downloads.ts';
import { readSource, type Source } from '../downloads/source.ts';
import { HttpError } from '../http/http-error.ts';
import type { Handlers } from '../http/route.ts';
import type { OwnService } from '../http-client/own-service.ts';

interface ChannelRouteOptions {
	/** Opens the channels at the first request. */
	readonly open: OpenChannels;
	readonly downloads: Downloads;
	/** The service's own HTTP listener, which no URL may lead to. */
	readonly ownService: OwnService;
}

/** Handlers of the interface's part 4.2 without feeds, and of the extensions for channels. */
export function channelRoutes({ open, downloads, ownService }: ChannelRouteOptions) {
	const service = async () => (await open()).service;
	return {
		async getMyChannel() {
			return { overview: (await service()).overview() };
		},

		async changeMyChannel({ body }) {
			(await service()).change(body);
			return { modified: true };
		},

		async createMyChannel({ body }) {
			return { added: true, identifier: (await service()).create(body.name, body.description ?? '') };
		},

		async listChannels({ query }) {
			return { channels: (await service()).list(query.disable_filter ?? false) };
		},

		async listChannelTorrents({ params, query }) {
			return { torrents: (await service()).torrents(params.channelid, query.disable_filter ?? false) };
		},

		async addChannelTorrent({ params: { channelid, infohash }, body }) {
			const channels = await service();
			// Nothing is fetched for a refused request.
			channels.requireOwn(channelid);
			const source = body.uri
				? await readSource(body.uri, { route: [], ownService })
				: await downloadSource(downloads.registry, infohash);
			channels.addTorrent(channelid, infohash, source);
			return { added: true };
		},

		async removeChannelTorrent({ params }) {
			(await service()).removeTorrent(params.channelid, params.infohash);
			return { removed: true };
		},

		async listPlaylists({ params, query }) {
			return { playlists: (await service()).playlists(params.channelid, query.disable_filter ?? false) };
		},

		async createPlaylist({ params, body }) {
			(await service()).createPlaylist(params.channelid, body.name, body.description);
			return { created: true };
		},

		async changePlaylist({ params, body }) {
			(await service()).changePlaylist(params.channelid, params.playlistid, body);
			return { modified: true };
		},

		async removePlaylist({ params }) {
			(await service()).removePlaylist(params.channelid, params.playlistid);
			return { removed: true };
		},

		async addToPlaylist({ params }) {
			(await service()).addToPlaylist(params.channelid, params.playlistid, params.infohash);
			return { added: true };
		},

		async removeFromPlaylist({ params }) {
			(await service()).removeFromPlaylist(params.channelid, params.playlistid, params.infohash);
			return { removed: true };
		},

		async search({ query }) {
			(await open()).search.start(query.q, query.disable_filter ?? false);
			return { queried: true };
		},
	} satisfies Partial<Handlers>;
}

/** Returns the torrent or the magnet link of a download; undefined if there is no such download. */
async function downloadSource(registry: DownloadRegistry, wanted: string): Promise<Source | undefined> {
	const infohash = wanted.toLowerCase();
	const record = registry.get(infohash);
	if (!record) return undefined;
	await registry.readAhead(record);
	if (registry.get(infohash) !== record) return undefined;
	const metainfo = registry.metainfo(record);
	if (metainfo) {
		const trackers = record.trackers ?? metainfo.trackers;
		return { kind: 'torrent', bytes: new Uint8Array(), metainfo: { ...metainfo, trackers } };
	}
	// It is unknown whether a damaged torrent is private.
	if (record.magnet === '') throw new HttpError(500, 'MetainfoDamagedError', record.error);
	const { name, magnet: uri } = record;
	const trackers = record.trackers ?? [];
	return {
		kind: 'magnet',
		uri,
		magnet: { infohash, name, trackers, webSeeds: [], peers: [], selection: null },
	};
}
