import { randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { on, once } from 'node:events';
import { withinTime } from '../http-client/fetch-body.ts';
import type { TrackerAccess } from './http-request.ts';
import { type ResponseRules, refusal, TrackerError } from './tracker-error.ts';

/** Actions of BEP 15. */
export const udpAction = { connect: 0, announce: 1, scrape: 2, error: 3 } as const;
/** Constant that begins a request for a connection id (BEP 15). */
const PROTOCOL_ID = Buffer.from('0000041727101980', 'hex');
/** Bytes of action and transaction id, before the content of a response. */
const HEADER_BYTES = 8;
const CONNECTION_ID_BYTES = 8;
const NO_CONTENT = Buffer.alloc(0);
/** Time until a request is sent again. Doubles with each. */
const FIRST_RETRY_MS = 2_000;
/** Packets that one request reads. All but the last belong to no request. */
const MAX_PACKETS = 100;
/** Addresses of a name that are tried. */
const MAX_ADDRESSES = 4;
const DEFAULT_PORT = 80;

interface UdpRequest {
	readonly action: number;
	readonly content: Uint8Array;
}

/**
 * Sends a request to an UDP tracker (BEP 15), after one for a connection id. Resolves with the content of the response.
 * Rejects with a TrackerError, with an error of the system, and as `withinTime`.
 */
export function requestUdp(
	url: URL,
	{ addressFilter, timeoutMs, signal: outer }: TrackerAccess,
	rules: ResponseRules,
	request: UdpRequest,
): Promise<Buffer> {
	return withinTime(timeoutMs, outer, async (signal) => {
		const host = url.hostname.replace(/^\[|\]$/g, '');
		const found = await orAborted(lookup(host, { all: true }), signal);
		const names = found.map(({ address }) => address);
		const allowed = new Set(addressFilter?.(names) ?? names);
		const addresses = found.filter(({ address }) => allowed.has(address)).slice(0, MAX_ADDRESSES);
		let failure: unknown;
		for (const { address, family } of addresses) {
			const socket = createSocket(family === 6 ? 'udp6' : 'udp4');
			try {
				// A connected socket gets packets of its address only, and reports a closed port as an error.
				socket.connect(Number(url.port) || DEFAULT_PORT, address);
				await once(socket, 'connect');
				// Errors between requests. The next request has them again.
				socket.on('error', () => {});
				const connect = { action: udpAction.connect, content: NO_CONTENT };
				const id = await exchange(socket, PROTOCOL_ID, connect, rules, signal);
				if (id.length < CONNECTION_ID_BYTES) throw new TrackerError(rules.text.malformed);
				return await exchange(socket, id.subarray(0, CONNECTION_ID_BYTES), request, rules, signal);
			} catch (error) {
				// A machine without IPv6 reaches the other addresses.
				failure = error;
				if (signal.aborted || error instanceof TrackerError) throw error;
			} finally {
				socket.close();
			}
		}
		throw failure;
	});
}

/** Sends a request until its response arrives. Resolves with the content of the response. */
async function exchange(
	socket: Socket,
	connectionId: Uint8Array,
	{ action, content }: UdpRequest,
	rules: ResponseRules,
	signal: AbortSignal,
): Promise<Buffer> {
	const transaction = randomBytes(4);
	const header = headerOf(action, transaction);
	const refused = headerOf(udpAction.error, transaction);
	const packet = Buffer.concat([connectionId, header, content]);
	let timer: NodeJS.Timeout | undefined;
	const send = (retryMs: number): void => {
		timer = setTimeout(send, retryMs, 2 * retryMs);
		socket.send(packet, (error) => {
			if (error) socket.emit('error', error);
		});
	};
	const packets: AsyncIterable<readonly Buffer[]> = on(socket, 'message', { signal });
	send(FIRST_RETRY_MS);
	try {
		let received = 0;
		for await (const [message = NO_CONTENT] of packets) {
			const answered = message.subarray(0, HEADER_BYTES);
			if (answered.equals(header)) return message.subarray(HEADER_BYTES);
			if (answered.equals(refused)) throw refusal(rules, message.subarray(HEADER_BYTES));
			if (++received === MAX_PACKETS) break;
		}
		throw new TrackerError(rules.text.malformed);
	} finally {
		clearTimeout(timer);
	}
}

function headerOf(action: number, transaction: Uint8Array): Buffer {
	const header = Buffer.alloc(HEADER_BYTES);
	header.writeUInt32BE(action);
	header.set(transaction, 4);
	return header;
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
