import { createSocket } from 'node:dgram';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { bencode } from '../metainfo/bencoded.ts';

/** Seeders and leechers by infohash, 40 hexadecimal digits. */
export type Swarms = Readonly<Record<string, readonly [seeders: number, leechers: number]>>;

/** A running tracker, ended after the test. */
export interface ScrapeTracker {
	readonly url: string;
	/** Infohashes of each scrape. */
	readonly scrapes: (readonly string[])[];
}

/** Starts an HTTP server on loopback. `port` is that of the server. */
export async function httpServer(
	answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<number> {
	const server = createServer(answer);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(async () => {
		server.closeAllConnections();
		await new Promise<void>((resolve) => server.close(() => resolve()));
	});
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('the server has no port');
	return address.port;
}

/** Starts an HTTP tracker that answers scrapes (BEP 48) for known torrents. It omits all others. */
export async function httpTracker(swarms: Swarms, isSingle = false): Promise<ScrapeTracker> {
	const scrapes: (readonly string[])[] = [];
	const port = await httpServer((request, response) => {
		const url = new URL(request.url ?? '', 'http://tracker');
		if (url.pathname !== '/x/scrape') return void response.writeHead(404).end();
		// The query has bytes that are no UTF-8, so it is read as it is.
		const asked = [...url.search.matchAll(/info_hash=([^&]*)/g)].map(([, value = '']) =>
			Buffer.from(
				value.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
				'latin1',
			).toString('hex'),
		);
		scrapes.push(asked);
		const files = asked.slice(0, isSingle ? 1 : undefined).flatMap((infohash) => {
			const swarm = swarms[infohash];
			if (!swarm) return [];
			const [complete, incomplete] = swarm;
			return [
				[Buffer.from(infohash, 'hex').toString('latin1'), { complete, downloaded: 9, incomplete }] as const,
			];
		});
		response.end(bencode({ files: Object.fromEntries(files) }));
	});
	return { url: `http://127.0.0.1:${port}/x/announce`, scrapes };
}

/** Changes the packets of an UDP tracker. Returns those to send instead. */
export type Distort = (response: Buffer, request: Buffer) => readonly Buffer[];

/** A tracker that also answers announces, each with 7 leechers, 8 seeders and the same peer. */
export interface UdpTracker extends ScrapeTracker {
	/** Announces after the transaction id. */
	readonly announces: Buffer[];
}

/** Interval (s), leechers, seeders and the peer 10.0.0.1:6881. */
const ANNOUNCE_RESPONSE = Buffer.from('0000012c00000007000000080a0000011ae1', 'hex');

/** Starts an UDP tracker on an address of loopback (BEP 15). In scrapes, unknown torrents have no peers. */
export async function udpTracker(
	swarms: Swarms,
	distort: Distort = (response) => [response],
	host: '127.0.0.1' | '::1' = '127.0.0.1',
): Promise<UdpTracker> {
	const scrapes: (readonly string[])[] = [];
	const announces: Buffer[] = [];
	const connection = Buffer.from('0102030405060708', 'hex');
	const isV6 = host === '::1';
	const socket = createSocket({ type: isV6 ? 'udp6' : 'udp4', ipv6Only: isV6 });
	socket.on('message', (request, { port, address }) => {
		const header = Buffer.concat([request.subarray(8, 12), request.subarray(12, 16)]);
		const send = (response: Buffer) => {
			for (const packet of distort(response, request)) socket.send(packet, port, address);
		};
		if (request.readUInt32BE(8) === 0) return send(Buffer.concat([header, connection]));
		if (!request.subarray(0, 8).equals(connection)) return;
		if (request.readUInt32BE(8) === 1) {
			announces.push(request.subarray(16));
			return send(Buffer.concat([header, ANNOUNCE_RESPONSE]));
		}
		const asked = (request.subarray(16).toString('hex').match(/.{40}/g) ?? []).map(String);
		scrapes.push(asked);
		const counts = asked.map((infohash) => {
			const [seeders, leechers] = swarms[infohash] ?? [0, 0];
			const entry = Buffer.alloc(12);
			entry.writeUInt32BE(seeders);
			entry.writeUInt32BE(9, 4);
			entry.writeUInt32BE(leechers, 8);
			return entry;
		});
		send(Buffer.concat([header, ...counts]));
	});
	await new Promise<void>((resolve) => socket.bind(0, host, resolve));
	onTestFinished(() => new Promise<void>((resolve) => socket.close(() => resolve())));
	return { url: `udp://${isV6 ? `[${host}]` : host}:${socket.address().port}/announce`, scrapes, announces };
}
