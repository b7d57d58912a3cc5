import { type IncomingHttpHeaders, request } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { connect as secure } from 'node:tls';
import type { Passage } from './chain.ts';
import type { Destination } from './socks5.ts';

/** An answer, whole. */
export interface FetchedAnswer {
	readonly status: number;
	readonly statusText: string;
	readonly headers: IncomingHttpHeaders;
	readonly body: Uint8Array;
}

export interface FetchOptions {
	/** Opens the connection; everything goes through it. */
	readonly open: (destination: Destination) => Passage;
	readonly headers: Readonly<Record<string, string>>;
	readonly signal: AbortSignal;
	/** The most bytes of a body that are read; a longer one rejects with `tooLong`. */
	readonly limit: number;
	readonly tooLong: () => Error;
}

/**
 * One GET over HTTP or HTTPS on a connection that somebody else opens. Redirects are told, not followed. Rejects with
 * what the connection rejects with, the signal's reason, or the failure of the exchange.
 */
export async function fetchBy(url: URL, options: FetchOptions): Promise<FetchedAnswer> {
	options.signal.throwIfAborted();
	const host = url.hostname.replace(/^\[|\]$/g, '');
	const encrypted = url.protocol === 'https:';
	const { socket, established } = options.open({ host, port: Number(url.port) || (encrypted ? 443 : 80) });
	const giveUp = (): void => void socket.destroy();
	options.signal.addEventListener('abort', giveUp, { once: true });
	try {
		await established;
		return await exchange(encrypted ? await encrypt(socket, host) : socket, url, options);
	} catch (error) {
		throw options.signal.aborted ? options.signal.reason : error;
	} finally {
		options.signal.removeEventListener('abort', giveUp);
		socket.destroy();
	}
}

function encrypt(socket: Socket, host: string): Promise<Socket> {
	return new Promise((resolve, reject) => {
		const encrypted = secure({ socket, ...(isIP(host) ? { host } : { servername: host }) });
		encrypted.once('error', reject);
		encrypted.once('close', () => reject(new Error('the server closed the connection')));
		encrypted.once('secureConnect', () => resolve(encrypted));
	});
}

function exchange(socket: Socket, url: URL, options: FetchOptions): Promise<FetchedAnswer> {
	return new Promise((resolve, reject) => {
		const asked = request({
			createConnection: () => socket,
			host: url.hostname,
			path: url.pathname + url.search,
			headers: { host: url.host, connection: 'close', ...options.headers },
		});
		asked.once('error', reject);
		asked.once('response', (answer) => {
			const parts: Buffer[] = [];
			let length = 0;
			answer.on('data', (part: Buffer) => {
				length += part.length;
				if (length > options.limit) answer.destroy(options.tooLong());
				else parts.push(part);
			});
			answer.once('error', reject);
			answer.once('close', () => {
				if (!answer.complete) reject(new Error('the server closed the connection'));
			});
			answer.once('end', () =>
				resolve({
					status: answer.statusCode ?? 0,
					statusText: answer.statusMessage ?? '',
					headers: answer.headers,
					body: Buffer.concat(parts),
				}),
			);
		});
		asked.end();
	});
}
