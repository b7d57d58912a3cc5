import type { State } from '../../state/core/state.ts';
import { takeRows } from '../../state/list/list.ts';
import type { RowKind, Rows } from '../../state/list/rows.ts';
import type { SectionData } from '../../state/surfaces/sections.ts';
import { memoize } from '../components/memoize.ts';
import type { RowsOfSection } from './list-section.ts';

/**
 * Returns the rows of a section whose data are elsewhere in the state: `data` holds their order, filter and cursor, as of
 * the last key.
 */
export function liveRows<Row extends object>(
	data: SectionData<Rows<Row>>,
	kind: RowKind<Row>,
	listOf: (state: State) => readonly Row[],
): RowsOfSection<Row> {
	const current = memoize(
		({ rows, list }: { readonly rows: Rows<Row>; readonly list: readonly Row[] }) =>
			takeRows(kind, rows, list).slice,
	);
	return {
		of: (state) => current({ rows: data.of(state), list: listOf(state) }),
		put: data.put,
	};
}
