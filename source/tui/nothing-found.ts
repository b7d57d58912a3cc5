import type { Query } from '../state/list/query/query.ts';

/** What is so when the filter lets no download through. */
export function nothingFound<Row>({ groups }: Query<Row>): string {
	const onlyWords = groups.every((terms) => terms.every(({ word }) => word !== undefined));
	return onlyWords ? 'No download has these words in its name.' : 'No download passes the filter.';
}
