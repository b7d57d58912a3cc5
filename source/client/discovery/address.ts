import { withoutEnd } from '../../format/without-end.ts';
import { DEFAULT_PORT } from '../../protocol/settings.ts';
import { AddressError } from '../http/errors.ts';

/**
 * Completes a base URL. Accepts 'localhost:8085', ':8085' and 'seedbox/api'. Without a scheme, the default port is
 * 8085. Throws an AddressError if the text is not an address. `source` names the origin of the text, for the
 * message.
 */
export function baseUrl(address: string, source: string): string {
	const text = address.trim();
	if (text === '') throw new AddressError(source, 'is empty');
	const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
	if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') {
		throw new AddressError(source, `begins with ${scheme}:// where http:// or https:// is needed`);
	}
	// Keys are options or variables. The text may contain a key, so messages do not repeat it.
	if (/[?#@]/.test(text)) {
		throw new AddressError(source, 'contains a query, a fragment or a user name, which are not allowed');
	}
	const url = parse(scheme === undefined ? `http://${withPort(text)}` : text);
	if (url === undefined || url.hostname === '') throw new AddressError(source, 'is not an address');
	return url.origin + withoutEnd(url.pathname, '/');
}

/** Returns 'host/path' with the default port if it has none. A port alone means this machine. */
function withPort(text: string): string {
	const slash = text.indexOf('/');
	const host = slash < 0 ? text : text.slice(0, slash);
	const path = slash < 0 ? '' : text.slice(slash);
	const port = /^:?(\d+)$/.exec(host)?.[1];
	if (port !== undefined) return `127.0.0.1:${port}${path}`;
	return /:\d+$/.test(host) && !/^\[[^\]]*$/.test(host) ? text : `${host}:${DEFAULT_PORT}${path}`;
}

function parse(text: string): URL | undefined {
	// URL removes white space and control characters from addresses. Here they are errors.
	if (/[\s\p{C}\\^|<>"`{}]/u.test(text)) return undefined;
	return URL.canParse(text) ? new URL(text) : undefined;
}

/** Returns the address of a service on this machine. */
export function localUrl(port: number, path = ''): string {
	return `http://127.0.0.1:${port}${path}`;
}

/** Parses a port of configuration files and variables. Returns undefined if it is not a port. */
export function readPort(value: unknown): number | undefined {
	const port = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
	return typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
}
