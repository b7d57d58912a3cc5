import { usage } from '../output/failure.ts';

/** The number of an entry, exact: most are beyond 2^53. */
export function readId(text: string): bigint {
	if (!/^\d{1,20}$/.test(text)) throw usage(`'${text}' is not the number of an entry.`);
	return BigInt(text);
}
