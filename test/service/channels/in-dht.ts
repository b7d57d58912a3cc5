import type { Client } from '../../../source/client/client.ts';
import { runService, type TestService } from '../../fixtures/service.ts';

/** Starts a service whose only way to others is a DHT on loopback. */
export function runInDht(node: string, port: number, overlay: object): Promise<TestService> {
	return runService({
		flags: flagsOf(port),
		settings: settingsIn(node, overlay),
	});
}

export const settingsIn = (node: string, overlay: object) => ({
	dht_bootstrap: [node],
	overlay: { enabled: true, peers: [], ...overlay },
});

export const flagsOf = (port: number) => [
	'--dht',
	'--no-pex',
	'--peer-host',
	'127.0.0.1',
	'--peer-port',
	String(port),
];

export async function publish(client: Client, channelid: string, number: number): Promise<void> {
	const infohash = number.toString(16).padStart(40, 'b');
	const uri = `magnet:?xt=urn:btih:${infohash}&dn=Linked ${number}`;
	await client.addChannelTorrent({ params: { channelid, infohash }, body: { uri } });
}

export async function namesIn(client: Client, channelid: string): Promise<readonly string[]> {
	const found = await client.listChannelTorrents({ params: { channelid } }).catch(() => ({ torrents: [] }));
	return found.torrents.map(({ name }) => name).sort();
}

/** Creates a channel with one torrent. Returns its id. */
export async function createChannel(client: Client): Promise<string> {
	await client.createMyChannel({ body: { name: 'Linux images', description: '' } });
	const channelid = (await client.getMyChannel()).overview.identifier ?? '';
	await publish(client, channelid, 1);
	return channelid;
}
