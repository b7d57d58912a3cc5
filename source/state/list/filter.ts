import { fold } from '../../filter/fold.ts';
import { type Query, readQuery } from '../../filter/query.ts';
import type { ParseContext } from '../../filter/terms.ts';
import type { RowKind } from './rows.ts';

export { fold };

/** Parses a filter of rows. `now`: reference of ages, Unix ms. */
export function queryOf<Row>({ fields = [], nameOf }: RowKind<Row>, filter: string, now: number): Query<Row> {
	const asked: ParseContext<Row> = { fields, nameOf, now };
	return readQuery(filter, asked);
}

/** Returns the folded words of a filter that has only words. */
export function filterWords(filter: string): readonly string[] {
	return fold(filter)
		.split(/\s+/)
		.filter((word) => word !== '');
}
