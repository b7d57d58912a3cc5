import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { OUTGOING_USER_AGENT } from '../http-client/own-service.ts';
import { clip, HttpError } from './http-error.ts';

/** Origin and target of a request. */
export interface RequestOrigin {
	readonly headers: Readonly<IncomingHttpHeaders>;
	/** Path and query. */
	readonly url: string;
	/** Remote address of the connection. */
	readonly ip: string;
}

/** Checks whether a request is allowed. Throws an HttpError if not. */
export type RequestCheck = (request: RequestOrigin) => void;

/**
 * Returns a check against requests that web pages make a browser send, with or without a key. It rejects foreign
 * origins and foreign Host names (DNS rebinding). Allowed names are localhost, the machine's name, `listensOn`, and
 * `names`, e.g. of a reverse proxy. IP addresses are always allowed: only a page served from an address has it as
 * its host. It also rejects requests that the URL of a torrent caused.
 */
export function checkHostAndOrigin(listensOn: string, names: readonly string[]): RequestCheck {
	const allowed = new Set(names.map((name) => name.toLowerCase()));
	const own = new Set([...allowed, 'localhost', listensOn.toLowerCase(), hostname().toLowerCase()]);
	return ({ headers }) => {
		if (headers['user-agent'] === OUTGOING_USER_AGENT) throw ownRequest();
		const host = textOf(headers.host).toLowerCase();
		if (host === '')
			throw new HttpError(400, 'MissingHostError', 'The request has no Host header: send one.');
		if (!own.has(nameOf(host)) && isIP(nameOf(host)) === 0) {
			throw new HttpError(
				403,
				'ForeignHostError',
				`Host ${clip(nameOf(host))} is not allowed. Use the IP address, or start the service with --allow-host and that name.`,
			);
		}
		const origin = textOf(headers.origin)
			.toLowerCase()
			.replace(/^https?:\/\//, '');
		// A proxy may replace Host with its own name. Then only the page's name is known.
		if (origin !== '' && origin !== host && !allowed.has(nameOf(origin))) throw foreignPage();
		// Browsers send this header even without an origin, e.g. for images.
		if (/^(cross|same)-site$/.test(textOf(headers['sec-fetch-site']))) throw foreignPage();
	};
}

/** Headers that only browsers send. */
const browserHeaders = [
	'sec-fetch-site',
	'sec-fetch-mode',
	'sec-fetch-dest',
	'sec-purpose',
	'sec-ch-ua',
	'purpose',
	'x-purpose',
	'x-moz',
	'origin',
	'referer',
	'upgrade-insecure-requests',
] as const;

/**
 * Rejects requests of browsers, for changes by GET. A browser sends GET for links, images and prefetches, and an old one
 * sends neither an origin nor Sec-Fetch-Site. Browsers have always named themselves Mozilla.
 */
export function refuseBrowser({ headers }: RequestOrigin): void {
	const isBrowser =
		/^mozilla\//i.test(textOf(headers['user-agent'])) ||
		browserHeaders.some((name) => headers[name] !== undefined);
	if (isBrowser) {
		throw new HttpError(
			403,
			'BrowserGetError',
			'Requests of browsers that change something by GET are refused. Use POST.',
		);
	}
}

/** Rejects more than one Host header: Node reads the first, a proxy may read another (RFC 9112, 3.2). */
export function refuseSecondHost({ raw }: { readonly raw: Pick<IncomingMessage, 'rawHeaders'> }): void {
	const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
	if (hosts.length > 1) {
		throw new HttpError(400, 'SecondHostError', 'The request has more than one Host header: send one.');
	}
}

/** Whether a name or address is reachable from this machine only. */
export function isLoopback(host: string): boolean {
	const address = nameOf(host);
	if (address === 'localhost') return true;
	return isIP(address) === 4 ? address.startsWith('127.') : address === '::1';
}

/** Returns the name or address of a Host header or an origin, without port and brackets. */
function nameOf(host: string): string {
	if (isIP(host) !== 0) return host;
	return host.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1');
}

function textOf(header: string | string[] | undefined): string {
	return typeof header === 'string' ? header : '';
}

/** Creates the 403 for a torrent's URL that leads back to the service through a proxy or port forwarding. */
function ownRequest(): HttpError {
	return new HttpError(
		403,
		'OwnRequestError',
		'Requests that a torrent engine sends for a torrent or a URL are refused.',
	);
}

function foreignPage(): HttpError {
	return new HttpError(
		403,
		'ForeignPageError',
		'Requests from web pages of other sites are refused. Use the page at /docs, or a program.',
	);
}
