import { bytes } from '../../../format/bytes.ts';
import { nameOrInfohash } from '../../../format/download-name.ts';
import { sanitize } from '../../../format/sanitize.ts';
import { ratio } from '../../../format/share.ts';
import type { State } from '../../../state/core/state.ts';
import { subjectText } from '../../actions/send-change.ts';
import type { Listed } from './subject-table.ts';

/** Maximum of spoken names. */
const MAX_SPOKEN_NAMES = 3;

type Named = Pick<Listed, 'infohash' | 'name'>;

/** Returns the name of a single download, or the number of downloads. Sanitized. */
export function shownSubject(subjects: readonly Named[]): string {
	return sanitize(subjectText(subjects), 300);
}

/** Returns '3 of them are hidden by the filter.'; empty when none are. */
export function filteredOutSentence(hidden: number): string[] {
	return hidden > 0 ? [`${hidden} of them ${hidden === 1 ? 'is' : 'are'} filtered out.`] : [];
}

/** Returns 'The list is filtered by size>4GiB.'; empty when it is not. */
export function filterSentence({ downloads: { filter } }: State): string[] {
	return filter === '' ? [] : [`The list is filtered by ${sanitize(filter, 80)}.`];
}

/** Returns 'The first of them: a, b, c'; empty for a single one, which the question names. */
export function firstNames(subjects: readonly Named[]): string[] {
	if (subjects.length < 2) return [];
	const names = subjects.slice(0, MAX_SPOKEN_NAMES).map((subject) => sanitize(nameOrInfohash(subject), 200));
	return [`${subjects.length > MAX_SPOKEN_NAMES ? 'The first of them' : 'They are'}: ${names.join(', ')}.`];
}

/** Returns the download at the scroll position of a question's list; '' without a list. */
export function listedText(subjects: readonly Listed[], scroll = 0): string {
	const one = subjects[scroll];
	if (!one || subjects.length < 2) return '';
	const figures = `${bytes(one.size ?? Number.NaN)}, ratio ${ratio(one.ratio ?? Number.NaN)}, ${sanitize(one.status, 40)}`;
	return `${sanitize(nameOrInfohash(one), 300)}, ${figures}, ${scroll + 1} of ${subjects.length}.`;
}
