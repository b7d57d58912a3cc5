import type { RequestRecord } from '../../../../../basics/request-record.ts';
import type { Column } from '../../../../../columns/column.ts';
import { growingColumn, numberColumn, textColumn } from '../../../../../columns/declare.ts';
import { amount, formatOrDash, sortable } from '../../../../../columns/figures.ts';
import { clock } from '../../../../../columns/moments.ts';
import { milliseconds } from '../../../../../format/duration.ts';
import { type RowKind, sortKeysOf } from '../../../../../state/list/rows.ts';

/** Returns the failure of a request, or the deviations of its response; '' for none. */
export function problemOf({ failure, mismatches }: RequestRecord): string {
	const count = mismatches === 0 ? '' : `${mismatches} mismatch${mismatches === 1 ? '' : 'es'}`;
	return [failure, count].filter((part) => part !== '').join(', ');
}

export const requestColumns: readonly Column<RequestRecord>[] = [
	{
		...textColumn<RequestRecord>('time', 'TIME', 8, 3, ({ at }) => clock(at / 1_000)),
		sortKey: ({ id }) => id,
		greatestFirst: true,
	},
	{
		...growingColumn<RequestRecord>('request', 'REQUEST', 20, ({ method, path }) => `${method} ${path}`),
		sortKey: ({ method, path }) => `${path} ${method}`,
	},
	{
		...numberColumn<RequestRecord>('code', 'CODE', 4, 0, ({ status }) => formatOrDash(status, String)),
		sortKey: ({ status }) => sortable(status),
		tone: ({ status = 0 }) => (status >= 400 ? 'bad' : 'normal'),
	},
	{
		...numberColumn<RequestRecord>('took', 'TOOK', 8, 1, ({ took }) =>
			took === undefined ? 'open' : milliseconds(took),
		),
		sortKey: ({ took }) => took ?? Number.POSITIVE_INFINITY,
		greatestFirst: true,
	},
	{
		...numberColumn<RequestRecord>('bytes', 'BYTES', 8, 2, ({ bytes }) => amount(bytes)),
		sortKey: ({ bytes }) => bytes,
		greatestFirst: true,
	},
	{
		...textColumn<RequestRecord>('problem', 'PROBLEM', 16, 1, problemOf),
		wideWidth: 32,
		tone: ({ failure }) => (failure === '' ? 'warning' : 'bad'),
		sortKey: problemOf,
		greatestFirst: true,
	},
];

/** Maximum cells of a value that the filter searches. */
const MAX_FILTERED_CELLS = 300;

export const requestKind: RowKind<RequestRecord> = {
	keyOf: ({ id }) => String(id),
	nameOf: (record) => requestColumns.map(({ value }) => value(record, MAX_FILTERED_CELLS)).join(' '),
	sortKeyOf: sortKeysOf(requestColumns),
};
