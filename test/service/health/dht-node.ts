import { createHash, randomBytes } from 'node:crypto';
import { createSocket, type RemoteInfo } from 'node:dgram';
import { onTestFinished } from 'vitest';
import { BencodeReader } from '../../../source/metainfo/bencode.ts';
import { bencode, type Value } from '../../metainfo/bencoded.ts';

/** A node of the DHT on loopback. It answers pings, and the other queries as `answer` says. */
export async function dhtNode(
	answer: (query: string, message: BencodeReader, from: RemoteInfo) => Readonly<Record<string, Value>>,
) {
	const socket = createSocket('udp4');
	const id = randomBytes(20);
	const queries: string[] = [];
	socket.on('message', (packet, from: RemoteInfo) => {
		const reader = new BencodeReader(packet);
		const message = reader.dictionary(reader.valueAt(0));
		const query = Buffer.from(reader.string(message.get('q')) ?? []).toString();
		if (query === '') return;
		queries.push(query);
		const r = query === 'ping' ? {} : answer(query, reader, from);
		const t = Buffer.from(reader.string(message.get('t')) ?? []);
		socket.send(bencode({ r: { id, ...r }, t, y: 'r' }), from.port, from.address);
	});
	await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
	onTestFinished(() => new Promise<void>((resolve) => socket.close(() => resolve())));
	/** Sends a message to another node of loopback. */
	const send = (message: Value, port: number) => socket.send(bencode(message), port, '127.0.0.1');
	return { nodeId: id, host: '127.0.0.1', port: socket.address().port, queries, send };
}

/** Makes the filter of addresses (BEP 33). */
export function filterOf(addresses: readonly Uint8Array[]): Buffer {
	const filter = Buffer.alloc(256);
	for (const address of addresses) {
		const hash = createHash('sha1').update(address).digest();
		for (const at of [0, 2]) {
			const bit = hash.readUInt16LE(at) % 2048;
			filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7));
		}
	}
	return filter;
}
