import { createHash } from 'node:crypto';
import type { Signatures } from '../../../../source/service/market/ledger/note.ts';

export const hashOf = (...parts: readonly string[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** Returns signatures that are fast and the same in every run. Only code of a test could forge them. */
export function hashSignatures(trader: string): Signatures {
	return {
		trader,
		sign: (purpose, content) => hashOf('secret', trader, purpose, content),
		verify: (other, purpose, content, signature) => signature === hashOf('secret', other, purpose, content),
	};
}
