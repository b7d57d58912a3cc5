import { changed, hopsText, refusalOf } from '../../../state/batch/change.ts';
import type { HopsDialog } from '../../../state/dialogs/change-dialogs.ts';
import { lineText } from '../../../state/dialogs/line-edit.ts';

/** Maximum hops of any known service. */
const MAX_TYPED_HOPS = 9;

export const typedHopsText = {
	now: (hops: string) => `Hops now: ${hops}`,
	invalid: `Hops are a number from 0 to ${MAX_TYPED_HOPS}.`,
	unchanged: (hops: number) => `It already has ${hopsText(hops)}.`,
} as const;

/** Returns the typed number of hops, or the error as a sentence. */
export function typedHops({ line, subjects, pending }: HopsDialog): number | string {
	const text = lineText(line).trim();
	if (text === '') return `Type a number: 0 for none, up to ${MAX_TYPED_HOPS}.`;
	if (!/^\d{1,3}$/.test(text) || Number(text) > MAX_TYPED_HOPS) return typedHopsText.invalid;
	const hops = Number(text);
	const change = { kind: 'hops', hops } as const;
	if (subjects.some((one) => refusalOf(change, one, pending.get(one.infohash)?.change) === undefined)) {
		return hops;
	}
	return subjects.length === 1 ? typedHopsText.unchanged(hops) : `All already have ${hopsText(hops)}.`;
}

/** Returns the meaning of a number of hops, a sentence or two. */
export function hopsMeaning(hops: number): string {
	if (hops === 0) return 'Plain: peers and trackers see the address of the service.';
	const through = hops === 1 ? '1 other machine' : `${hops} other machines, one after the other`;
	const more = hops > 3 ? ' Few services offer more than 3.' : '';
	return `Everything goes through ${through}: slower, and peers do not see the address.${more}`;
}

/** Returns the current numbers of hops: '0', '0 and 2'. */
export function hopsNow({ subjects, pending }: HopsDialog): string {
	const expected = subjects.map((download) => changed(download, pending.get(download.infohash)?.change).hops);
	const known = expected.filter((hops) => hops !== undefined);
	if (known.length < expected.length) return 'unknown';
	const different = [...new Set(known)].sort((one, other) => one - other);
	return different.length > 4 ? 'different numbers' : different.join(' and ');
}
