import type { Query } from '../../../filter/query.ts';
import { sanitize } from '../../../format/sanitize.ts';
import type { StateFilter } from '../../../state/downloads/state-word.ts';

export const noMatchesText = {
	words: 'No download has these words in its name.',
	conditions: 'No download matches the filter.',
	stateInstead: ({ filter, count }: StateFilter) =>
		`Enter filters by ${filter} instead: ${count} download${count === 1 ? '' : 's'}.`,
} as const;

/** Returns why the list is empty under a filter: a sentence, then the invalid conditions. Sanitized. */
export function nothingFound<Row>({ groups, faults }: Query<Row>): string[] {
	const onlyWords = groups.every((terms) => terms.every(({ word }) => word !== undefined));
	const none = onlyWords ? noMatchesText.words : noMatchesText.conditions;
	return [none, ...faults.map((fault) => sanitize(fault, 300))];
}
