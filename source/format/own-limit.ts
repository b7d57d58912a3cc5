import { bytes } from './bytes.ts';
import { readRate } from './read-rate.ts';

/** Own limit of a download that has none, even if its label has one. */
export const UNLIMITED = -1;
/** Own limit of a download with the limit of its label, if there is one. */
export const INHERITED = 0;

/**
 * Parses an own limit of a download, bytes per second: a rate, 'none', or 'inherit' for that of its label. `canInherit`:
 * whether the service has labels. Without them, 'none' is 0, and 'inherit' is no limit. Undefined for other text.
 */
export function readOwnLimit(text: string, canInherit: boolean): number | undefined {
	if (/^inherit$/i.test(text.trim())) return canInherit ? INHERITED : undefined;
	const limit = readRate(text);
	return limit === 0 && canInherit ? UNLIMITED : limit;
}

/** Returns an own limit in words: '500 KiB/s', 'none', 'that of its label'. `label` of the download; '' for none. */
export function ownLimitText(limit: number, label: string): string {
	if (limit > 0) return `${bytes(limit)}/s`;
	return limit === INHERITED && label !== '' ? 'that of its label' : 'none';
}
