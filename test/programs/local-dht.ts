import { onTestFinished } from 'vitest';
import WebTorrent, { type Dht } from 'webtorrent';
import { isDhtSignature } from '../../source/service/engine/dht-item.ts';
import { guardDht } from '../../source/service/engine/webtorrent/client.ts';
import { until } from './until.ts';

type LibraryOptions = NonNullable<ConstructorParameters<typeof WebTorrent>[0]>;

/** Starts a client of the engine's library on loopback, by default without a DHT. It ends with the test. */
export function libraryClient(dht: LibraryOptions['dht'] = false): WebTorrent {
	const client = new WebTorrent({
		torrentPort: { port: 0, host: '127.0.0.1' },
		...(dht === false ? { dht } : { dht, dhtPort: { port: 0, address: '127.0.0.1' } }),
		lsd: false,
		utPex: false,
		utp: false,
		tracker: false,
		natUpnp: false,
		natPmp: false,
		webSeeds: false,
	});
	onTestFinished(() => new Promise<void>((resolve) => client.destroy(() => resolve())));
	return client;
}

/** Starts a node of the engine's library on loopback that knows another one. It ends with the test. */
export async function libraryNode(knows?: Dht): Promise<Dht> {
	const client = libraryClient({ bootstrap: knows ? [addressOf(knows)] : false, verify: isDhtSignature });
	const { dht } = client;
	if (!dht) throw new Error('no DHT');
	guardDht(dht, () => {});
	await until(() => dht.listening);
	return dht;
}

/** Starts nodes that know each other by the first one. */
export async function libraryNetwork(count: number): Promise<readonly [Dht, ...Dht[]]> {
	const first = await libraryNode();
	const others = await Promise.all(Array.from({ length: count - 1 }, () => libraryNode(first)));
	const all = [first, ...others] as const;
	await until(() => all.every((dht) => dht.toJSON().nodes.length > 0), { awaited: 'known nodes' });
	return all;
}

/** Returns host:port of a node. */
export const addressOf = (dht: Dht): string => `127.0.0.1:${dht.address().port}`;
