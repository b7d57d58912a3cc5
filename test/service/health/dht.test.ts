import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { expect, onTestFinished, test } from 'vitest';
import type { Dht } from 'webtorrent';
import { dhtSignedBytes, dhtTarget, isDhtSignature } from '../../../source/service/engine/dht-item.ts';
import { type DhtItem, dhtText } from '../../../source/service/engine/dht-port.ts';
import { DhtHost, SwarmFilter } from '../../../source/service/engine/webtorrent/dht/dht-host.ts';
import { bencode, type Value } from '../../metainfo/bencoded.ts';
import { libraryNetwork, libraryNode } from '../../programs/local-dht.ts';
import { until } from '../../programs/until.ts';
import { dhtNode, filterOf } from './dht-node.ts';

const INFOHASH = 'ab'.repeat(20);
const TIMEOUT_MS = 10_000;

const host = (dht: Dht): DhtHost => new DhtHost(() => dht);

function signedItem(sequence: number, text: string, salt = 'a salt'): DhtItem {
	const key = createPrivateKey({
		key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 7)]),
		format: 'der',
		type: 'pkcs8',
	});
	const unsigned = { salt: Buffer.from(salt), sequence, value: Buffer.from(text) };
	return {
		...unsigned,
		key: createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32),
		signature: sign(null, dhtSignedBytes(unsigned), key),
	};
}

test('a swarm filter estimates the test vector of BEP 33', () => {
	const addresses = [
		...Array.from({ length: 256 }, (_, at) => Uint8Array.from([192, 0, 2, at])),
		...Array.from({ length: 0x3e8 }, (_, at) =>
			Uint8Array.from([0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, at >> 8, at & 255]),
		),
	];
	const filter = new SwarmFilter();
	filter.add(filterOf(addresses));
	expect(filter.estimate()).toBeCloseTo(1224.9308, 3);
});

test('the signed bytes and the target of an item are those of BEP 44', () => {
	const item = { salt: Buffer.from('foobar'), sequence: 1, value: Buffer.from('Hello World!') };
	expect(dhtSignedBytes(item).toString()).toBe('4:salt6:foobar3:seqi1e1:v12:Hello World!');
	expect(dhtSignedBytes({ ...item, salt: Buffer.alloc(0) }).toString()).toBe('3:seqi1e1:v12:Hello World!');
	const key = Buffer.from('77ff84905a91936367c01360803104f92432fcd904a43511876df5cdf3e7e548', 'hex');
	expect(dhtTarget(key, item.salt).toString('hex')).toBe('411eba73b6f087ca51a3795d9c8c938d365e32c1');
	const signature = Buffer.from(
		'6834284b6b24c3204eb2fea824d82f88883a3d95e8b4a21b8c0ded553d17d17ddf9a8a7104b1258f30bed3787e6cb896fca78c58f8e03b5f18f14951a87d9a08',
		'hex',
	);
	expect(isDhtSignature(signature, dhtSignedBytes(item), key)).toBe(true);
	expect(isDhtSignature(signature, dhtSignedBytes({ ...item, sequence: 2 }), key)).toBe(false);
	expect(isDhtSignature(5, dhtSignedBytes(item), 'key')).toBe(false);
});

test('without filters, the DHT counts the distinct peers of a swarm', async () => {
	const nodes = await libraryNetwork(5);
	const announcing = nodes.slice(1, 4);
	await Promise.all(
		announcing.map(
			(dht, at) => new Promise<void>((resolve) => dht.announce(INFOHASH, 7000 + at, () => resolve())),
		),
	);
	const asking = nodes[4];
	if (!asking) throw new Error('too few nodes');
	const found = await host(asking).dhtHealth(INFOHASH, TIMEOUT_MS);
	expect(found).toMatchObject({ seeders: null, leechers: null, peers: 3 });
	expect(found.nodes).toBeGreaterThan(0);
});

test('filters of several nodes are united', async () => {
	const address = (at: number): Uint8Array => Uint8Array.from([10, 0, at >> 8, at & 255]);
	const addresses = (from: number, to: number) =>
		Array.from({ length: to - from }, (_, at) => address(from + at));
	const nodes = await Promise.all([
		dhtNode(() => ({ BFsd: filterOf(addresses(0, 30)), BFpe: filterOf(addresses(100, 110)) })),
		dhtNode(() => ({ BFsd: filterOf(addresses(10, 40)), BFpe: filterOf(addresses(105, 115)) })),
		// Filters of other sizes and types are ignored.
		dhtNode(() => ({ BFsd: Buffer.alloc(9, 255), BFpe: 5, values: [5, Buffer.alloc(3)] })),
	]);
	const dht = await libraryNode();
	for (const node of nodes) dht.addNode(node);
	await until(() => dht.toJSON().nodes.length === 3);
	const { seeders, leechers, ...others } = await host(dht).dhtHealth(INFOHASH, TIMEOUT_MS);
	expect(others).toEqual({ peers: 0, nodes: 3 });
	expect(Math.abs((seeders ?? 0) - 40)).toBeLessThanOrEqual(2);
	expect(Math.abs((leechers ?? 0) - 15)).toBeLessThanOrEqual(1);
});

test('a disabled or empty DHT rejects with a sentence', async () => {
	const disabled = new DhtHost(() => null);
	await expect(disabled.dhtHealth(INFOHASH, TIMEOUT_MS)).rejects.toThrow(dhtText.disabled);
	await expect(disabled.dhtPut(signedItem(1, 'text'))).rejects.toThrow(dhtText.disabled);
	await expect(disabled.dhtGet(Buffer.alloc(32), Buffer.alloc(0))).rejects.toThrow(dhtText.disabled);
	const alone = host(await libraryNode());
	await expect(alone.dhtHealth(INFOHASH, TIMEOUT_MS)).rejects.toThrow(dhtText.noResponse);
	await expect(alone.dhtPut(signedItem(1, 'text'))).rejects.toThrow(dhtText.noResponse);
});

test('an item is stored, replaced by a newer one, and stored again', async () => {
	const [first, second] = await libraryNetwork(4);
	if (!first || !second) throw new Error('too few nodes');
	const [writer, reader] = [host(first), host(second)];
	const old = signedItem(1, 'first version');
	const newer = signedItem(2, 'x'.repeat(900));
	expect(await reader.dhtGet(old.key, old.salt)).toBeNull();
	expect(await writer.dhtPut(old)).toBe(3);
	expect(await reader.dhtGet(old.key, old.salt)).toEqual(asBytes(old));
	expect(await writer.dhtPut(newer)).toBe(3);
	// A repetition counts the nodes that have it.
	expect(await writer.dhtPut(newer)).toBe(3);
	expect(await writer.dhtPut(old)).toBe(0);
	expect(await reader.dhtGet(old.key, old.salt)).toEqual(asBytes(newer));
	expect(await reader.dhtGet(old.key, Buffer.from('other salt'))).toBeNull();
});

test('an item with a wrong signature is neither stored nor returned', async () => {
	const honest = signedItem(1, 'true');
	const forged = { ...signedItem(9, 'false'), signature: Buffer.alloc(64, 1) };
	const lie: Record<string, Value> = {
		k: forged.key,
		seq: 9,
		sig: forged.signature,
		token: 'a token',
		v: 'false',
	};
	const node = await dhtNode((query): Record<string, Value> => (query === 'get' ? lie : {}));
	const [first, second] = await libraryNetwork(3);
	if (!first || !second) throw new Error('too few nodes');
	first.addNode(node);
	second.addNode(node);
	await expect(host(first).dhtPut(forged)).rejects.toThrow(dhtText.invalidItem);
	await host(first).dhtPut(honest);
	expect(await host(second).dhtGet(forged.key, forged.salt)).toEqual(asBytes(honest));
	expect(node.queries).toContain('get');
});

test('packets with values of wrong types do not end the engine', async () => {
	const dht = await libraryNode();
	const { port } = dht.address();
	const socket = createSocket('udp4');
	onTestFinished(() => void socket.close());
	const send = (query: string, a: Value) =>
		socket.send(bencode({ a, q: query, t: 'aa', y: 'q' }), port, '127.0.0.1');
	const id = Buffer.alloc(20, 1);
	send('get_peers', { id, info_hash: 5 });
	send('announce_peer', { id, info_hash: Buffer.alloc(20), port: 5, token: 5 });
	send('put', { id, k: 5, seq: 1, sig: 5, token: 5, v: 5 });
	send('get', { id, target: 5 });
	const answered = new Promise((resolve) => socket.once('message', resolve));
	send('ping', { id });
	await answered;
});

function asBytes(item: DhtItem): DhtItem {
	const { key, salt, sequence, value, signature } = item;
	return {
		key: Uint8Array.from(key),
		salt: Uint8Array.from(salt),
		sequence,
		value: Uint8Array.from(value),
		signature: Uint8Array.from(signature),
	};
}
