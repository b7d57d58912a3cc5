import { fold } from './query/fold.ts';
import { type Query, readQuery } from './query/query.ts';
import type { Asked } from './query/terms.ts';
import type { RowKind } from './rows.ts';

export { fold };

/** A filter of rows of a kind, understood. `now`: the moment that ages are counted from, milliseconds since 1970. */
export function queryOf<Row>({ fields = [], nameOf }: RowKind<Row>, filter: string, now: number): Query<Row> {
	const asked: Asked<Row> = { fields, nameOf, now };
	return readQuery(filter, asked);
}

/** The words of a filter that is nothing but words, as they are looked for. */
export function filterWords(filter: string): readonly string[] {
	return fold(filter)
		.split(/\s+/)
		.filter((word) => word !== '');
}
