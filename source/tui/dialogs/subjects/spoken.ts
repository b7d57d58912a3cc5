import { bytes } from '../../../format/bytes.ts';
import { sanitise } from '../../../format/sanitise.ts';
import { ratio } from '../../../format/share.ts';
import { titleOf } from '../../actions/send-change.ts';
import type { Listed } from './list.ts';

/** Names that are read out of many. */
const MAX_SPOKEN_NAMES = 3;

/** 'The first of them: a, b, c'; nothing when there is but one, which the question names. */
export function firstNames(
	subjects: readonly { readonly name: string; readonly infohash: string }[],
): string[] {
	if (subjects.length < 2) return [];
	const names = subjects.slice(0, MAX_SPOKEN_NAMES).map((subject) => sanitise(titleOf(subject), 200));
	return [`${subjects.length > MAX_SPOKEN_NAMES ? 'The first of them' : 'They are'}: ${names.join(', ')}.`];
}

/** The download that a list of several in a question has got to; '' where there is no list. */
export function listedText(subjects: readonly Listed[], scroll = 0): string {
	const one = subjects[scroll];
	if (!one || subjects.length < 2) return '';
	const figures = `${bytes(one.size ?? Number.NaN)}, ratio ${ratio(one.ratio ?? Number.NaN)}, ${sanitise(one.status, 40)}`;
	return `${sanitise(titleOf(one), 300)}, ${figures}, ${scroll + 1} of ${subjects.length}.`;
}
