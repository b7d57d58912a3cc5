import { type IncomingMessage, request } from 'node:http';
import { isIP, connect as openSocket, type Socket } from 'node:net';
import { connect as secure } from 'node:tls';
import { percentDecoded } from '../../basics/percent-decoding.ts';
import type { ProxyConnection } from '../proxies/chain.ts';
import type { Destination } from '../proxies/socks5.ts';
import { type AddressFilter, filteredLookup } from './address-filter.ts';
import { OUTGOING_USER_AGENT, type OwnService, OwnServiceError } from './own-service.ts';

export const SERVER_CLOSED = 'the server closed the connection';

export const redirectText = {
	tooMany: (count: number) => `it redirects more than ${count} times`,
};

/** Maximum bytes of all response headers. */
const MAX_HEADER_BYTES = 16 * 1024;

/** Opens a connection, directly or through proxies. Proxies resolve the name, so they need no filter. */
export type Connect = (destination: Destination, filter?: AddressFilter) => ProxyConnection;

export interface RequestOptions {
	/** Opens every connection of the request, including redirects. */
	readonly connect: Connect;
	readonly ownService: OwnService;
	/** Called before each direct connection with the addresses of the host, also after redirects. */
	readonly addressFilter?: AddressFilter | undefined;
	/** Header fields in lower case. */
	readonly headers?: Readonly<Record<string, string>>;
	readonly maxRedirects: number;
	/** Aborts the request at any time, even while the body is read. */
	readonly signal: AbortSignal;
}

/** A response whose body has not been read. */
interface OpenResponse {
	readonly status: number;
	readonly message: IncomingMessage;
	/** After redirects, without credentials. */
	readonly url: URL;
	/** Closes the connection. Must be called, even after the whole body was read. */
	close(): void;
}

/** A redirect to another scheme than HTTP. */
export class RedirectError extends Error {
	override readonly name = 'RedirectError';
	readonly location: string;

	constructor(location: string) {
		super(`it redirects to ${location.slice(0, location.indexOf(':') + 1).slice(0, 20)}`);
		this.location = location;
	}
}

/** Connects without proxies. The caller's signal limits the time. */
export const connectDirectly: Connect = (destination, filter) => {
	// The system does not look up an address.
	if (filter && isIP(destination.host) !== 0) filter([destination.host]);
	const socket = openSocket({ ...destination, ...(filter && { lookup: filteredLookup(filter) }) });
	const established = new Promise<void>((resolve, reject) => {
		socket.once('connect', resolve);
		// Later errors reach the socket's own listeners.
		socket.on('error', reject);
		socket.once('close', () => reject(new Error('the connection was closed')));
	});
	established.catch(() => {});
	return { socket, established };
};

/**
 * Sends a GET for an untrusted URL and follows redirects. Resolves with the response headers. Never connects to the
 * service itself. Sends the URL's credentials as a header, and only to the same origin.
 */
export async function openResponse(url: URL, options: RequestOptions): Promise<OpenResponse> {
	const first = splitCredentials(url);
	let target = first.plain;
	let { authorization } = first;
	for (let redirects = 0; ; redirects++) {
		const answer = await exchange(target, authorization, options);
		const { status } = answer;
		// 304 answers a conditional request. It is no redirect.
		if (status < 300 || status >= 400 || status === 304) return answer;
		answer.close();
		const { location } = answer.message.headers;
		if (location === undefined) throw new Error(`the server answered ${status} without a Location header`);
		if (redirects === options.maxRedirects) throw new Error(redirectText.tooMany(options.maxRedirects));
		const scheme = /^[a-z][\w+.-]*:/i.exec(location)?.[0].toLowerCase() ?? 'http:';
		if (scheme !== 'http:' && scheme !== 'https:') throw new RedirectError(location);
		const next = splitCredentials(new URL(location, target));
		target = next.plain;
		authorization =
			next.authorization ?? (target.origin === first.plain.origin ? first.authorization : undefined);
	}
}

async function exchange(
	url: URL,
	authorization: string | undefined,
	options: RequestOptions,
): Promise<OpenResponse> {
	const { ownService, signal } = options;
	signal.throwIfAborted();
	const host = url.hostname.replace(/^\[|\]$/g, '');
	const encrypted = url.protocol === 'https:';
	const port = Number(url.port) || (encrypted ? 443 : 80);
	// With proxies this is the only check, because the last proxy resolves the name.
	if (ownService.isNamedBy(host, port)) throw new OwnServiceError();
	const { socket, established } = options.connect({ host, port }, options.addressFilter);
	const abort = (): void => void socket.destroy();
	signal.addEventListener('abort', abort, { once: true });
	const close = (): void => {
		signal.removeEventListener('abort', abort);
		socket.destroy();
	};
	try {
		await established;
		// Checks the connected address: a name may resolve to another address at every lookup.
		if (ownService.isAt(socket.remoteAddress ?? '', socket.remotePort ?? 0, socket.localAddress))
			throw new OwnServiceError();
		const stream = encrypted ? await encrypt(socket, host) : socket;
		const message = await send(stream, url, {
			...options.headers,
			...(authorization === undefined ? {} : { authorization }),
		});
		return { status: message.statusCode ?? 0, message, url, close };
	} catch (error) {
		close();
		throw signal.aborted ? signal.reason : error;
	}
}

function encrypt(socket: Socket, host: string): Promise<Socket> {
	return new Promise((resolve, reject) => {
		const encrypted = secure({ socket, ...(isIP(host) ? { host } : { servername: host }) });
		encrypted.once('error', reject);
		encrypted.once('close', () => reject(new Error(SERVER_CLOSED)));
		encrypted.once('secureConnect', () => resolve(encrypted));
	});
}

function send(socket: Socket, url: URL, headers: Readonly<Record<string, string>>): Promise<IncomingMessage> {
	return new Promise((resolve, reject) => {
		const outgoing = request({
			createConnection: () => socket,
			host: url.hostname,
			path: url.pathname + url.search,
			maxHeaderSize: MAX_HEADER_BYTES,
			headers: { host: url.host, connection: 'close', 'user-agent': OUTGOING_USER_AGENT, ...headers },
		});
		outgoing.on('error', reject);
		// Also without an error, e.g. after a response that switches protocols.
		outgoing.once('close', () => reject(new Error(SERVER_CLOSED)));
		outgoing.once('response', (message) => {
			// Readers of the body get the error. An error without a reader must not end the process.
			message.on('error', () => {});
			resolve(message);
		});
		outgoing.end();
	});
}

/** Returns the URL without credentials, and the header for them. */
function splitCredentials(url: URL): { readonly plain: URL; readonly authorization: string | undefined } {
	if (url.username === '' && url.password === '') return { plain: url, authorization: undefined };
	const pair = `${percentDecoded(url.username)}:${percentDecoded(url.password)}`;
	const plain = new URL(url);
	plain.username = '';
	plain.password = '';
	return { plain, authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}
