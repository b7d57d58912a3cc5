import { usage } from '../output/failure.ts';

/** Parses the exact number of an entry. Most exceed 2^53. */
export function readId(text: string): bigint {
	if (!/^\d{1,20}$/.test(text)) throw usage(`'${text}' is not the number of an entry.`);
	return BigInt(text);
}
