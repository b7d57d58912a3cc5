import type { Client } from '../../../source/client/client.ts';
import type { CaseContext } from './all.ts';

/** Creates the own channel unless a case before has done so. Returns its id. */
export async function ownChannel(client: Client): Promise<string> {
	await client.createMyChannel({ body: { name: 'Mine', description: 'things' } }).catch(() => {});
	const { overview } = await client.getMyChannel();
	return overview.identifier ?? '';
}

/** Runs a check with the own channel, the torrent of the context in it, and an empty playlist. Removes both. */
export async function withOwnChannel(
	{ client, torrentPath, infohash }: CaseContext,
	check: (channel: { readonly channelid: string; readonly playlistid: string }) => Promise<void>,
): Promise<void> {
	const channelid = await ownChannel(client);
	const params = { channelid };
	await client.addChannelTorrent({ params: { channelid, infohash }, body: { uri: torrentPath } });
	await client.createPlaylist({ params, body: { name: 'First', description: '' } });
	const { playlists } = await client.listPlaylists({ params });
	try {
		await check({ channelid, playlistid: String(playlists[0]?.id) });
	} finally {
		for (const torrent of (await client.listChannelTorrents({ params })).torrents)
			await client.removeChannelTorrent({ params: { channelid, infohash: torrent.infohash } });
		for (const { id } of (await client.listPlaylists({ params })).playlists)
			await client.removePlaylist({ params: { channelid, playlistid: String(id) } });
	}
}
