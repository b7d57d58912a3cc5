import type { Socket } from 'node:net';
import { isIPv4, isIPv6 } from 'node:net';
import type { SocksProxy } from '../engine/port.ts';

/** Target of a connection. */
export interface Destination {
	/** Name, or IP address without brackets. The connecting proxy resolves names. */
	readonly host: string;
	readonly port: number;
}

/** Failure of a proxy. The message names the proxy and has no period. */
export class ProxyError extends Error {
	override readonly name = 'ProxyError';
}

/** The last proxy works, but the destination is unreachable. */
export class DestinationError extends Error {
	override readonly name = 'DestinationError';
}

const VERSION = 5;
const NO_AUTHENTICATION = 0;
const PASSWORD = 2;
const CONNECT = 1;
const IPV4 = 1;
const NAME = 3;
const IPV6 = 4;

/** Reply codes of RFC 1928. */
const REPLIES: Readonly<Record<number, string>> = {
	1: 'it failed for a reason it does not tell',
	2: 'its rules do not allow it',
	3: 'the network cannot be reached',
	4: 'the host cannot be reached',
	5: 'the connection is refused',
	6: 'it took too long',
	7: 'it does not make connections',
	8: 'it does not know this kind of address',
};

/** Authenticates with the proxy at the other end of `socket` (RFC 1928, 1929). Rejects with a ProxyError. */
export async function greet(socket: Socket, proxy: SocksProxy): Promise<void> {
	const named = proxy.username !== undefined;
	socket.write(
		Buffer.from(named ? [VERSION, 2, NO_AUTHENTICATION, PASSWORD] : [VERSION, 1, NO_AUTHENTICATION]),
	);
	const [version, method] = await read(socket, 2, proxy);
	if (version !== VERSION) throw new ProxyError(`${nameOf(proxy)} is not a SOCKS5 proxy`);
	if (method === NO_AUTHENTICATION) return;
	if (method !== PASSWORD || !named) {
		throw new ProxyError(`${nameOf(proxy)} requires another authentication method`);
	}
	socket.write(
		Buffer.concat([Buffer.from([1]), counted(proxy.username ?? ''), counted(proxy.password ?? '')]),
	);
	const [, status] = await read(socket, 2, proxy);
	if (status !== 0) throw new ProxyError(`${nameOf(proxy)} does not accept the name and password`);
}

/**
 * Makes the proxy connect to a destination. Afterwards the socket is connected to it.
 * @throws DestinationError when the proxy cannot connect, ProxyError for an invalid reply
 */
export async function request(socket: Socket, proxy: SocksProxy, destination: Destination): Promise<void> {
	const port = Buffer.alloc(2);
	port.writeUInt16BE(destination.port);
	socket.write(Buffer.concat([Buffer.from([VERSION, CONNECT, 0]), addressOf(destination.host), port]));
	const [version, reply = 0, , kind] = await read(socket, 4, proxy);
	if (version !== VERSION) throw new ProxyError(`${nameOf(proxy)} sent an invalid SOCKS5 reply`);
	if (reply !== 0) {
		const why = REPLIES[reply] ?? `it answers with code ${reply}`;
		throw new DestinationError(
			`${nameOf(proxy)} cannot connect to ${destination.host} port ${destination.port}: ${why}`,
		);
	}
	// The bound address is unused but must be read.
	const length = kind === IPV4 ? 4 : kind === IPV6 ? 16 : ((await read(socket, 1, proxy))[0] ?? 0);
	await read(socket, length + 2, proxy);
}

/** Returns a proxy's address without its credentials. */
export function nameOf({ host, port }: SocksProxy): string {
	return `the SOCKS5 proxy ${host} port ${port}`;
}

function addressOf(host: string): Buffer {
	if (isIPv4(host)) return Buffer.from([IPV4, ...host.split('.').map(Number)]);
	if (isIPv6(host)) return Buffer.concat([Buffer.from([IPV6]), ipv6Bytes(host)]);
	return Buffer.concat([Buffer.from([NAME]), counted(host)]);
}

function ipv6Bytes(host: string): Buffer {
	// The URL parser normalises to hexadecimal groups, with at most one run of zeros omitted.
	const text = new URL(`http://[${host.split('%')[0]}]`).hostname.slice(1, -1);
	const [head = '', tail] = text.split('::');
	const groups = (part: string) =>
		part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
	const [before, after] = [groups(head), groups(tail ?? '')];
	const words = [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
	const bytes = Buffer.alloc(16);
	for (const [at, word] of words.entries()) bytes.writeUInt16BE(word, at * 2);
	return bytes;
}

/** Returns a text prefixed by its length in one byte. */
function counted(text: string): Buffer {
	const bytes = Buffer.from(text, 'utf8');
	if (bytes.length > 255) throw new ProxyError('a name, password or host is longer than SOCKS5 can say');
	return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

/** Reads exactly `length` bytes and leaves the rest in the socket. Rejects if the stream ends before. */
function read(socket: Socket, length: number, proxy: SocksProxy): Promise<Buffer> {
	return new Promise((resolve, reject) => {
		const end = (): void => {
			socket.off('readable', look).off('close', closed).off('end', closed).off('error', failed);
		};
		const look = (): void => {
			const bytes: unknown = socket.read(length);
			if (!Buffer.isBuffer(bytes)) return;
			end();
			if (bytes.length < length) reject(new ProxyError(`${nameOf(proxy)} closed the connection`));
			else resolve(bytes);
		};
		const closed = (): void => {
			end();
			reject(new ProxyError(`${nameOf(proxy)} closed the connection`));
		};
		const failed = (error: Error): void => {
			end();
			reject(new ProxyError(`the connection to ${nameOf(proxy)} failed: ${error.message}`, { cause: error }));
		};
		if (socket.destroyed) {
			closed();
			return;
		}
		socket.on('readable', look).on('close', closed).on('end', closed).on('error', failed);
		look();
	});
}
