import { stringifyExact } from '../../protocol/exact-json.ts';

/**
 * What JSON lets stand in texts but a terminal obeys (controls of C1, DEL), or what turns or breaks lines. Outside of
 * texts none of it can be, so that escaping it everywhere keeps the document the same.
 */
const obeyed = /[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** JSON with integers exact and every text harmless for a terminal. */
export function safeJson(value: unknown, indent?: string): string {
	return stringifyExact(value, indent).replace(
		obeyed,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}
