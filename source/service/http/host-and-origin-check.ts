import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { OUTGOING_USER_AGENT } from '../http-client/own-service.ts';
import { clip, HttpError } from './http-error.ts';

/** The part of a request that says where it comes from and whom it means. */
export interface RequestOrigin {
	readonly headers: Readonly<IncomingHttpHeaders>;
	/** Path and query. */
	readonly url: string;
	/** Address of the other end of the connection. */
	readonly ip: string;
}

/** Checks that a request may be answered; throws an HttpError otherwise. */
export type RequestCheck = (request: RequestOrigin) => void;

/**
 * Refuses what web pages make a browser send, with and without a key: requests of another origin, and those that
 * reach this address under a name that is not its own (DNS rebinding). Its own are localhost, the machine's name, what
 * it `listensOn`, and `names`, which the operator tells: those under which a reverse proxy is reached. An address in
 * digits is always its own: a page has it for its host only when it is served from there. Also refuses requests that
 * the URL of a torrent caused.
 */
export function checkHostAndOrigin(listensOn: string, names: readonly string[]): RequestCheck {
	const told = new Set(names.map((name) => name.toLowerCase()));
	const own = new Set([...told, 'localhost', listensOn.toLowerCase(), hostname().toLowerCase()]);
	return ({ headers }) => {
		if (headers['user-agent'] === OUTGOING_USER_AGENT) throw ownRequest();
		const host = textOf(headers.host).toLowerCase();
		if (host === '')
			throw new HttpError(400, 'MissingHostError', 'The request has no Host header: send one.');
		if (!own.has(nameOf(host)) && isIP(nameOf(host)) === 0) {
			throw new HttpError(
				403,
				'ForeignHostError',
				`This service does not go by the name ${clip(nameOf(host))}: use its address, or start it with --allow-host and that name.`,
			);
		}
		const origin = textOf(headers.origin)
			.toLowerCase()
			.replace(/^https?:\/\//, '');
		// A proxy may have put its own name for us into Host: then only the page's name can be known.
		if (origin !== '' && origin !== host && !told.has(nameOf(origin))) throw foreignPage();
		// Browsers say it where they send no origin too, as for the address of an image.
		if (/^(cross|same)-site$/.test(textOf(headers['sec-fetch-site']))) throw foreignPage();
	};
}

/** Refuses more than one Host header: Node reads the first, a proxy in front perhaps another (RFC 9112, 3.2). */
export function refuseSecondHost({ raw }: { readonly raw: Pick<IncomingMessage, 'rawHeaders'> }): void {
	const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
	if (hosts.length > 1) {
		throw new HttpError(400, 'SecondHostError', 'The request has more than one Host header: send one.');
	}
}

/** Is it a name or address of this machine that no other can reach? */
export function isLoopback(host: string): boolean {
	const address = nameOf(host);
	if (address === 'localhost') return true;
	return isIP(address) === 4 ? address.startsWith('127.') : address === '::1';
}

/** The name or address of a Host header or an origin, without its port and brackets. */
function nameOf(host: string): string {
	if (isIP(host) !== 0) return host;
	return host.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1');
}

function textOf(header: string | string[] | undefined): string {
	return typeof header === 'string' ? header : '';
}

/** The address did not show that a URL leads here: it passed a proxy or a port forwarding. */
function ownRequest(): HttpError {
	return new HttpError(
		403,
		'OwnRequestError',
		'This service does not answer requests that a torrent or a URL made a torrent engine send.',
	);
}

function foreignPage(): HttpError {
	return new HttpError(
		403,
		'ForeignPageError',
		'This service answers no web page of another site: use its own page at /docs, or ask from a program.',
	);
}
