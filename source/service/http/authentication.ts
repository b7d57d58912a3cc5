import { createHash, timingSafeEqual } from 'node:crypto';
import { apiKeyHeader } from '../../protocol/settings.ts';
import type { FailedKeys } from './failed-keys.ts';
import type { RequestCheck, RequestOrigin } from './host-and-origin-check.ts';
import { HttpError } from './http-error.ts';

/**
 * Returns a check that requires the key (interface, part 5). The right key is always accepted. Wrong keys are
 * counted; beyond the limit of their address they get a 429. Requests without a key are not counted: clients send
 * them to find out whether a key is required.
 */
export function requireKey(key: string, failed: FailedKeys): RequestCheck {
	const expected = digest(key);
	return (request) => {
		const given = request.headers[apiKeyHeader];
		// Digests have equal lengths, so the comparison takes constant time.
		if (typeof given === 'string' && timingSafeEqual(digest(given), expected)) return;
		const wait = given !== undefined || hasKeyElsewhere(request) ? failed.count(request.ip) : 0;
		if (wait > 0) {
			throw new HttpError(429, 'TooManyFailedKeysError', tooManyKeys(wait), undefined, {
				'retry-after': String(wait),
				connection: 'close',
			});
		}
		throw new HttpError(
			401,
			'UnauthorizedError',
			'Unauthorized access: send the API key in the header X-Api-Key.',
		);
	};
}

/** Returns the message of a 429. */
export function tooManyKeys(waitSeconds: number): string {
	return `Too many wrong API keys came from this address. Wait ${waitSeconds} s, or send the right key: it is always accepted.`;
}

/** No key, as in generation A. Only the loopback address protects the service. */
export const requireNothing: RequestCheck = () => {};

/** Whether a key is in a place where other services of the interface accept one. It counts as an attempt too. */
function hasKeyElsewhere({ url, headers }: RequestOrigin): boolean {
	const query = new URLSearchParams(url.split('?').slice(1).join('?'));
	return query.has('apikey') || query.has('key') || /(^|;)\s*api_key=/.test(headers.cookie ?? '');
}

function digest(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}
