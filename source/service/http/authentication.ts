import { createHash, timingSafeEqual } from 'node:crypto';
import { apiKeyHeader } from '../../protocol/settings.ts';
import { Fault } from '../fault.ts';
import type { Check } from './visitors.ts';

/** Every request must carry the key (interface, part 5). */
export function byKey(key: string): Check {
	const expected = digest(key);
	return ({ headers }) => {
		const given = headers[apiKeyHeader];
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

/** No key, as in generation A. Then the loopback address is all that protects the service. */
export const byNothing: Check = () => {};

function digest(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}
