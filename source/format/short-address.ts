import { sanitize } from './sanitize.ts';

/** Returns an address shortened for the header. */
export function shortAddress(address: string): string {
	return sanitize(address.replace(/^https?:\/\//, ''), 60);
}
