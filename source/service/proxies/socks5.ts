import type { Socket } from 'node:net';
import { SocksClient } from 'socks';
import type { SocksProxy } from './socks-proxy.ts';

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

/** RFC 1929 writes the length in one byte. The library would throw in a listener of the socket. */
const MAX_CREDENTIAL_BYTES = 255;

/** Causes of a refused connection (RFC 1928), by the library's names. */
export const proxyReplies = {
	Failure: 'it reports a general failure',
	NotAllowed: 'its rules do not allow it',
	NetworkUnreachable: 'the network cannot be reached',
	HostUnreachable: 'the host cannot be reached',
	ConnectionRefused: 'the connection is refused',
	TTLExpired: 'it took too long',
	CommandNotSupported: 'it does not support the CONNECT command',
	AddressNotSupported: 'it does not support this kind of address',
	undefined: 'it answers with an unknown code',
};

const replies: Readonly<Record<string, string>> = proxyReplies;

/** Failures of a proxy. `name` is that of `nameOf`. */
export const proxyText = {
	closed: (name: string) => `${name} closed the connection`,
	longLogin: (name: string) => `the user name or password of ${name} is too long for SOCKS5`,
	invalidReply: (name: string) => `${name} sent an invalid SOCKS5 reply`,
	otherProtocol: (name: string) => `${name} is not a SOCKS5 proxy`,
	otherMethod: (name: string) => `${name} requires another authentication method`,
	wrongLogin: (name: string) => `${name} does not accept the name and password`,
	noConnection: (name: string, { host, port }: Destination, reason: string) =>
		`${name} cannot connect to ${host} port ${port}: ${reason}`,
};

/**
 * Authenticates with the proxy at the other end of `socket`, and makes it connect to the destination (RFC 1928,
 * 1929). Without a destination, ends after the authentication. Bytes that follow the proxy's reply are emitted as
 * 'data' before the next timer: listen at once.
 * @throws DestinationError when the proxy cannot connect, ProxyError for any other failure
 */
export function performHandshake(
	socket: Socket,
	proxy: SocksProxy,
	destination?: Destination,
): Promise<void> {
	const { host, port, username = '', password = '' } = proxy;
	return new Promise((resolve, reject) => {
		if (socket.destroyed) throw new ProxyError(proxyText.closed(nameOf(proxy)));
		if ([username, password].some((text) => Buffer.byteLength(text) > MAX_CREDENTIAL_BYTES))
			throw new ProxyError(proxyText.longLogin(nameOf(proxy)));
		const client = new SocksClient({
			command: 'connect',
			proxy: { host, port, type: 5, userId: username, password },
			destination: { ...(destination ?? proxy) },
		});
		// The library has no method that only authenticates. A connection that only probes would reach a destination.
		if (!destination) Object.assign(client, { sendSocks5CommandRequest: resolve });
		client.once('established', () => resolve());
		// The library's error holds the password.
		client.once('error', ({ message }) => reject(plainError(message, proxy, destination)));
		client.connect(socket);
	});
}

/** Returns a proxy's address without its credentials. */
export function nameOf({ host, port }: SocksProxy): string {
	return `the SOCKS5 proxy ${host} port ${port}`;
}

function plainError(message: string, proxy: SocksProxy, destination: Destination | undefined): Error {
	const name = nameOf(proxy);
	const reply = /^Socks5 proxy rejected connection - (.*)$/.exec(message)?.[1];
	if (reply !== undefined) {
		const why = replies[reply];
		// 'Granted' in a reply of another version.
		if (why === undefined || !destination) return new ProxyError(proxyText.invalidReply(name));
		return new DestinationError(proxyText.noConnection(name, destination, why));
	}
	if (message.includes('invalid socks version')) return new ProxyError(proxyText.otherProtocol(name));
	if (message.includes('authentication type')) return new ProxyError(proxyText.otherMethod(name));
	if (message === 'Socks5 Authentication failed') return new ProxyError(proxyText.wrongLogin(name));
	if (message === 'Socket closed') return new ProxyError(proxyText.closed(name));
	return new ProxyError(`the connection to ${name} failed: ${message}`);
}
