import { usage } from '../declaration/failure.ts';

/** Returns the failure for a malformed number. */
export function noEntry(text: string): string {
	return `'${text}' is not the number of an entry.`;
}

/** Parses the exact number of an entry. Most exceed 2^53. */
export function readId(text: string): bigint {
	if (!/^\d{1,20}$/.test(text)) throw usage(noEntry(text));
	return BigInt(text);
}
