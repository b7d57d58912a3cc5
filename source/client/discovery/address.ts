import { defaultPort } from '../../protocol/settings.ts';
import { AddressError } from '../errors.ts';

/**
 * The base URL that somebody wrote, made whole: 'localhost:8085', ':8085' and 'seedbox/api' are accepted; without a
 * scheme the port is 8085 unless given. Throws an AddressError on what is no address. `source` says in words where
 * it was written, for the message.
 */
export function baseUrl(written: string, source: string): string {
	const text = written.trim();
	if (text === '') throw new AddressError(source, 'is empty');
	const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
	if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') {
		throw new AddressError(source, `begins with ${scheme}:// where http:// or https:// is needed`);
	}
	// Keys are given as options or variables. What follows here may hold one and is not repeated in messages.
	if (/[?#@]/.test(text)) {
		throw new AddressError(
			source,
			"holds a query, a fragment or a user's name, which an address here has not",
		);
	}
	const url = parse(scheme === undefined ? `http://${withPort(text)}` : text);
	if (url === undefined || url.hostname === '') throw new AddressError(source, 'is not an address');
	return url.origin + url.pathname.replace(/\/+$/, '');
}

/** 'host/path' with the port that services use, unless it names one; a port alone is one of this machine. */
function withPort(text: string): string {
	const slash = text.indexOf('/');
	const host = slash < 0 ? text : text.slice(0, slash);
	const path = slash < 0 ? '' : text.slice(slash);
	const port = /^:?(\d+)$/.exec(host)?.[1];
	if (port !== undefined) return `127.0.0.1:${port}${path}`;
	return /:\d+$/.test(host) && !/^\[[^\]]*$/.test(host) ? text : `${host}:${defaultPort}${path}`;
}

function parse(text: string): URL | undefined {
	// The platform's parser takes white space and strange characters out of addresses; here they are mistakes.
	if (/[\s\p{C}\\^|<>"`{}]/u.test(text)) return undefined;
	return URL.canParse(text) ? new URL(text) : undefined;
}

/** The address of a service on this machine. */
export function localUrl(port: number, path = ''): string {
	return `http://127.0.0.1:${port}${path}`;
}

/** A port as configuration files and variables have it, or undefined when it is none. */
export function readPort(value: unknown): number | undefined {
	const port = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
	return typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
}
