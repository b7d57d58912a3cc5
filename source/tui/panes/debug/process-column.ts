import type { Column } from '../../../columns/column.ts';
import { textColumn } from '../../../columns/declare.ts';
import { textOrDash } from '../../../columns/figures.ts';

/** A row of the service. seedtop reports its process: 'service' or 'engine'. Other services have one process. */
export interface ProcessRow {
	readonly process?: string;
}

export const processOf = ({ process = '' }: ProcessRow): string => process;

/** Returns the column of processes. */
export function processColumn<Row extends ProcessRow>(dropOrder: number): Column<Row> {
	return {
		...textColumn<Row>('process', 'PROCESS', 7, dropOrder, (row) => textOrDash(processOf(row))),
		sortKey: processOf,
	};
}

const columnsWithout = new WeakMap<object, unknown>();

/** Ids of columns that only seedtop has values for. */
const ownColumns: ReadonlySet<string> = new Set(['process', 'thread-status', 'cpu']);

/** Returns the columns without those of seedtop if no row has a process. The same columns give the same result. */
export function withKnownProcess<Row>(
	columns: readonly Column<Row>[],
	hasProcess: boolean,
): readonly Column<Row>[] {
	if (hasProcess) return columns;
	const known = columnsWithout.get(columns) as readonly Column<Row>[] | undefined;
	const found = known ?? columns.filter(({ id }) => !ownColumns.has(id));
	columnsWithout.set(columns, found);
	return found;
}
