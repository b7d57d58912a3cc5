import type { Client } from '../../../source/client/client.ts';

/** Returns the infohash and the magnet link of a numbered torrent. */
export function magnet(number: number): { readonly infohash: string; readonly uri: string } {
	const infohash = number.toString(16).padStart(40, 'a');
	return { infohash, uri: `magnet:?xt=urn:btih:${infohash}&dn=Linked ${number}` };
}

/** Adds a numbered torrent to a channel. */
export async function addLinked(client: Client, channelid: string, number: number): Promise<void> {
	const { infohash, uri } = magnet(number);
	await client.addChannelTorrent({ params: { channelid, infohash }, body: { uri } });
}
