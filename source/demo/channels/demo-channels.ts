import { type Client, createClient } from '../../client/client.ts';
import type { DemoKind } from '../content.ts';
import type { DemoTorrent } from '../messages.ts';
import { FeedServer } from './feed-server.ts';

/** Channels of the trader's service and of the user's. */
export const demoChannels = {
	shared: { name: 'Demo recordings', description: 'Torrents of the swarm of this demo' },
	own: { name: 'Your channel', description: 'It has the torrents of a feed' },
	playlist: 'Many files',
} as const;

/** A service of the demo. */
type Service = Parameters<typeof createClient>[0];

/** Torrents of the channel of the trader's service, in the sequence in which it adds them. */
const SHARED: readonly DemoKind[] = ['nested', 'names', 'large', 'magnet', 'shared'];
/** Torrents of the feed, the newest first. */
const FED: readonly DemoKind[] = ['feed', 'slow'];

/** Creates a channel with torrents of the swarm, and a playlist with some of them. */
export function shareTorrents(service: Service, torrents: readonly DemoTorrent[]): Promise<void> {
	return withClient(service, async (client) => {
		const channelid = await createChannel(client, demoChannels.shared);
		for (const { infohash, source } of torrentsOf(SHARED, torrents)) {
			const uri = 'magnet' in source ? source.magnet : source.torrentPath;
			await client.addChannelTorrent({ params: { channelid, infohash }, body: { uri } });
		}
		await client.createPlaylist({
			params: { channelid },
			body: { name: demoChannels.playlist, description: '' },
		});
		const [playlist] = (await client.listPlaylists({ params: { channelid } })).playlists;
		if (!playlist) return;
		const playlistid = String(playlist.id);
		for (const { infohash } of torrentsOf(['nested', 'names'], torrents))
			await client.addToPlaylist({ params: { channelid, playlistid, infohash } });
	});
}

/** A feed, and the channel of the user that has it. */
export interface Subscription {
	readonly server: FeedServer;
	readonly channelid: string;
	/** Address of the feed. */
	readonly url: string;
}

/** Serves a feed, and creates a channel that has it. */
export function subscribeToFeed(service: Service, torrents: readonly DemoTorrent[]): Promise<Subscription> {
	return withClient(service, async (client) => {
		const server = new FeedServer();
		const url = await server.start(torrentsOf(FED, torrents));
		const channelid = await createChannel(client, demoChannels.own);
		await client.addFeed({ params: { channelid, feed_url: url } });
		return { server, channelid, url };
	});
}

async function withClient<Result>(
	service: Service,
	use: (client: Client) => Promise<Result>,
): Promise<Result> {
	const client = createClient({ ...service, generation: 'A' });
	try {
		return await use(client);
	} finally {
		await client.close();
	}
}

/** Creates the channel of a service, and returns its id. */
async function createChannel(
	client: Client,
	body: { readonly name: string; readonly description: string },
): Promise<string> {
	await client.createMyChannel({ body });
	const { identifier = '' } = (await client.getMyChannel()).overview;
	return identifier;
}

function torrentsOf(kinds: readonly DemoKind[], torrents: readonly DemoTorrent[]): DemoTorrent[] {
	return kinds.flatMap((kind) => torrents.find((torrent) => torrent.kind === kind) ?? []);
}
