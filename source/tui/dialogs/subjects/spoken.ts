import { bytes } from '../../../format/bytes.ts';
import { sanitize } from '../../../format/sanitize.ts';
import { ratio } from '../../../format/share.ts';
import { titleOf } from '../../actions/send-change.ts';
import type { Listed } from './list.ts';

/** Maximum of spoken names. */
const MAX_SPOKEN_NAMES = 3;

/** Returns 'The first of them: a, b, c'; empty for a single one, which the question names. */
export function firstNames(
	subjects: readonly { readonly name: string; readonly infohash: string }[],
): string[] {
	if (subjects.length < 2) return [];
	const names = subjects.slice(0, MAX_SPOKEN_NAMES).map((subject) => sanitize(titleOf(subject), 200));
	return [`${subjects.length > MAX_SPOKEN_NAMES ? 'The first of them' : 'They are'}: ${names.join(', ')}.`];
}

/** Returns the download at the scroll position of a question's list; '' without a list. */
export function listedText(subjects: readonly Listed[], scroll = 0): string {
	const one = subjects[scroll];
	if (!one || subjects.length < 2) return '';
	const figures = `${bytes(one.size ?? Number.NaN)}, ratio ${ratio(one.ratio ?? Number.NaN)}, ${sanitize(one.status, 40)}`;
	return `${sanitize(titleOf(one), 300)}, ${figures}, ${scroll + 1} of ${subjects.length}.`;
}
