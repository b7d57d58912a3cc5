import { createSocket } from 'node:dgram';
import { onTestFinished } from 'vitest';
import { BencodeReader } from '../../../source/metainfo/bencode.ts';
import { bencode, type Value } from '../../metainfo/bencoded.ts';
import { dhtNode, filterOf } from './dht-node.ts';

const TOKEN = 'a token';

/** A node of the DHT on loopback that counts announced peers as BEP 33 requires. It joins the DHT of another node. */
export async function swarmNode(knownPort: number) {
	/** Seeders and leechers by infohash: bytes of IP addresses. */
	const swarms = new Map<string, { readonly seeds: Uint8Array[]; readonly leechers: Uint8Array[] }>();
	const swarmOf = (infohash: string) => swarms.get(infohash) ?? { seeds: [], leechers: [] };
	const node = await dhtNode((query, reader, from): Readonly<Record<string, Value>> => {
		const { infohash, values } = argumentsOf(reader);
		const { seeds, leechers } = swarmOf(infohash);
		if (query === 'get_peers') {
			const isScrape = reader.integer(values.get('scrape')) === 1;
			const filters: Readonly<Record<string, Value>> = isScrape
				? { BFpe: filterOf(leechers), BFsd: filterOf(seeds) }
				: {};
			return { ...filters, nodes: '', token: TOKEN };
		}
		if (query !== 'announce_peer') return { nodes: '' };
		if (textOf(reader.string(values.get('token'))) !== TOKEN) return {};
		const isSeed = reader.integer(values.get('seed')) === 1;
		(isSeed ? seeds : leechers).push(Uint8Array.from(from.address.split('.').map(Number)));
		swarms.set(infohash, { seeds, leechers });
		return {};
	});
	node.send({ a: { id: node.nodeId }, q: 'ping', t: 'jn', y: 'q' }, knownPort);
	return node;
}

/** Announces a peer at an address of loopback to a node, as a client does: with the token of its response. */
export async function announcePeer(
	address: string,
	{ infohash, isSeed, nodePort }: { infohash: string; isSeed: boolean; nodePort: number },
): Promise<void> {
	const socket = createSocket('udp4');
	await new Promise<void>((resolve) => socket.bind(0, address, resolve));
	onTestFinished(() => new Promise<void>((resolve) => socket.close(() => resolve())));
	const ask = (q: string, a: Readonly<Record<string, Value>>) =>
		new Promise<BencodeReader>((resolve) => {
			socket.once('message', (packet) => resolve(new BencodeReader(packet)));
			socket.send(bencode({ a, q, t: 'aa', y: 'q' }), nodePort, '127.0.0.1');
		});
	// Without an id, the peer is no node that others ask later.
	const id = '';
	const info_hash = Buffer.from(infohash, 'hex');
	const found = await ask('get_peers', { id, info_hash });
	const response = found.dictionary(found.valueAt(0)).get('r');
	if (!response) throw new Error('the node did not respond with a token');
	const token = Buffer.from(found.string(found.dictionary(response).get('token')) ?? []);
	const seed: Readonly<Record<string, Value>> = isSeed ? { seed: 1 } : {};
	await ask('announce_peer', { id, implied_port: 0, info_hash, port: 7000, ...seed, token });
}

function argumentsOf(reader: BencodeReader) {
	const values = reader.dictionary(reader.valueAt(0)).get('a');
	const read = values ? reader.dictionary(values) : new Map<string, never>();
	return { values: read, infohash: Buffer.from(reader.string(read.get('info_hash')) ?? []).toString('hex') };
}

const textOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString();
