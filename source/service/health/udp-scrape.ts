import { randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import type { AddressFilter } from '../http-client/address-filter.ts';
import { ScrapeError, type SwarmCount, type SwarmCounts, scrapeText, trackerMessage } from './swarm-count.ts';

/** Constant that begins a request for a connection id (BEP 15). */
const PROTOCOL_ID = Buffer.from('0000041727101980', 'hex');
const ACTION = { connect: 0, scrape: 2, error: 3 } as const;
/** Bytes of action and transaction id, before the content of a response. */
const HEADER_BYTES = 8;
const CONNECTION_ID_BYTES = 8;
/** Seeders, completed downloads and leechers of a torrent. */
const ENTRY_BYTES = 12;
/** Time until a request is sent again. Doubles with each. */
const FIRST_RETRY_MS = 2_000;
/** Addresses of a name that are tried. */
const MAX_ADDRESSES = 4;
const DEFAULT_PORT = 80;

/**
 * Asks an UDP tracker for the sizes of swarms (BEP 15). Infohashes have 40 hexadecimal digits. The signal ends the
 * request with its reason. The filter gets the addresses of the tracker before anything is sent.
 */
export async function scrapeUdp(
	url: URL,
	infohashes: readonly string[],
	signal: AbortSignal,
	filter: AddressFilter = (addresses) => addresses,
): Promise<SwarmCounts> {
	const host = url.hostname.replace(/^\[|\]$/g, '');
	const port = Number(url.port) || DEFAULT_PORT;
	const found = await orAborted(lookup(host, { all: true }), signal);
	const allowed = new Set(filter(found.map(({ address }) => address)));
	const addresses = found.filter(({ address }) => allowed.has(address)).slice(0, MAX_ADDRESSES);
	let failure: unknown;
	for (const { address, family } of addresses) {
		const socket = createSocket(family === 6 ? 'udp6' : 'udp4');
		try {
			await connect(socket, port, address);
			return await scrape(socket, infohashes, signal);
		} catch (error) {
			// A machine without IPv6 reaches the other addresses.
			failure = error;
			if (signal.aborted || error instanceof ScrapeError) throw error;
		} finally {
			socket.close();
		}
	}
	throw failure;
}

/** The socket of a connection takes packets of its address only, and reports a closed port as an error. */
function connect(socket: Socket, port: number, address: string): Promise<void> {
	return new Promise((resolve, reject) => {
		socket.once('error', reject);
		socket.connect(port, address, () => {
			socket.removeListener('error', reject);
			// Errors between requests. The next request has them again.
			socket.on('error', () => {});
			resolve();
		});
	});
}

async function scrape(
	socket: Socket,
	infohashes: readonly string[],
	signal: AbortSignal,
): Promise<SwarmCounts> {
	const connected = await exchange(socket, { id: PROTOCOL_ID, action: ACTION.connect }, signal);
	if (connected.length < CONNECTION_ID_BYTES) throw new ScrapeError(scrapeText.malformed);
	const id = connected.subarray(0, CONNECTION_ID_BYTES);
	const content = Buffer.from(infohashes.join(''), 'hex');
	const entries = await exchange(socket, { id, action: ACTION.scrape, content }, signal);
	const counts = new Map<string, SwarmCount>();
	for (const [at, infohash] of infohashes.entries()) {
		const start = at * ENTRY_BYTES;
		if (start + ENTRY_BYTES > entries.length) break;
		counts.set(infohash, {
			seeders: entries.readUInt32BE(start),
			leechers: entries.readUInt32BE(start + 8),
		});
	}
	if (counts.size === 0) throw new ScrapeError(scrapeText.malformed);
	return counts;
}

interface UdpRequest {
	/** 8 bytes. */
	readonly id: Uint8Array;
	readonly action: number;
	readonly content?: Uint8Array;
}

/** Sends a request until its response arrives. Resolves with the content of the response. */
function exchange(socket: Socket, { id, action, content }: UdpRequest, signal: AbortSignal): Promise<Buffer> {
	return new Promise((resolve, reject) => {
		const transaction = randomBytes(4);
		const actionBytes = Buffer.alloc(4);
		actionBytes.writeUInt32BE(action);
		const packet = Buffer.concat([id, actionBytes, transaction, content ?? Buffer.alloc(0)]);
		let retryMs = FIRST_RETRY_MS;
		let timer: NodeJS.Timeout | undefined;
		const end = (): void => {
			clearTimeout(timer);
			socket.removeListener('message', onMessage).removeListener('error', onError);
			signal.removeEventListener('abort', onAbort);
		};
		const onAbort = (): void => {
			end();
			reject(signal.reason);
		};
		const onError = (error: Error): void => {
			end();
			reject(error);
		};
		const onMessage = (message: Buffer): void => {
			if (message.length < HEADER_BYTES || !message.subarray(4, HEADER_BYTES).equals(transaction)) return;
			const answered = message.readUInt32BE(0);
			const rest = message.subarray(HEADER_BYTES);
			if (answered !== action && answered !== ACTION.error) return;
			end();
			if (answered === action) resolve(rest);
			else reject(new ScrapeError(scrapeText.refused(trackerMessage(rest))));
		};
		const send = (): void => {
			timer = setTimeout(send, retryMs);
			retryMs *= 2;
			socket.send(packet, (error) => {
				if (error) onError(error);
			});
		};
		socket.on('message', onMessage).on('error', onError);
		signal.addEventListener('abort', onAbort);
		if (signal.aborted) onAbort();
		else send();
	});
}

/** Settles as `result` does, or rejects with the signal's reason when it aborts. */
function orAborted<Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result> {
	return new Promise((resolve, reject) => {
		const abort = (): void => reject(signal.reason);
		if (signal.aborted) abort();
		signal.addEventListener('abort', abort, { once: true });
		result.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
	});
}
