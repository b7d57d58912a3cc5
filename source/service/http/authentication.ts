import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { apiKeyHeader } from '../../protocol/settings.ts';
import { Fault } from '../fault.ts';

interface Asking {
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Checks that a request may be answered; throws the 401 otherwise. */
export type Authentication = (request: Asking) => void;

/** Every request must carry the key (interface, part 5). */
export function byKey(key: string): Authentication {
	const expected = digest(key);
	return (request) => {
		const given = request.headers[apiKeyHeader];
		// Equal lengths and equal time, whatever is given.
		if (typeof given !== 'string' || !timingSafeEqual(digest(given), expected)) {
			throw new Fault(
				401,
				'UnauthorizedError',
				'Unauthorized access: send the API key in the header X-Api-Key.',
			);
		}
	};
}

/**
 * No key, as in generation A. Then the loopback address is all that protects the service, so requests that a web
 * page makes a browser send (another origin, another host's name for our address) are refused.
 */
export const byLoopback: Authentication = (request) => {
	const host = hostOf(request.headers.host);
	const origin = request.headers.origin;
	const foreignOrigin = typeof origin === 'string' && !isLoopback(hostOf(origin.replace(/^\w+:\/\//, '')));
	if (!isLoopback(host) || foreignOrigin) {
		throw new Fault(
			401,
			'UnauthorizedError',
			'This service has no API key and answers only programs on its own machine.',
		);
	}
};

/** Is it a name or address of this machine that no other can reach? */
export function isLoopback(host: string): boolean {
	if (host === 'localhost') return true;
	const address = host.replace(/^\[|\]$/g, '');
	return isIP(address) === 4 ? address.startsWith('127.') : address === '::1';
}

function hostOf(header: string | string[] | undefined): string {
	if (typeof header !== 'string') return '';
	return header.replace(/:\d+$/, '');
}

function digest(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}
