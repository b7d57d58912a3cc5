import type { RequestRecord } from '../../../../../basics/request-record.ts';
import { factRows } from '../../../../../columns/fact-rows.ts';
import type { Facts } from '../../../../../columns/facts.ts';
import type { RequestsSample } from '../../../../../state/connection/own-samples.ts';
import type { State } from '../../../../../state/core/state.ts';
import { moveRows, takeRows } from '../../../../../state/list/list.ts';
import { noRows, type RowKind, type Rows } from '../../../../../state/list/rows.ts';
import { sectionData } from '../../../../../state/surfaces/sections.ts';
import type { Segment } from '../../../../components/compose-line.ts';
import { listSection } from '../../../../sections/list-section.ts';
import { problemOf, requestColumns, requestKind } from './columns.ts';
import { requestFacts } from './facts.ts';

/** The last requests of the cockpit. */
interface RequestsSlice {
	/** Undefined before the first sample. */
	readonly sample: RequestsSample | undefined;
	readonly rows: Rows<RequestRecord>;
}

declare module '../../../../../state/surfaces/sections.ts' {
	interface SectionSlices {
		'debug-requests': RequestsSlice;
	}
}

export const requests = sectionData('debug-requests', { sample: undefined, rows: noRows });

/** Returns the slice after a sample. The cursor follows the newest request while it is on the last row. */
export function takeRequests(
	{ rows }: RequestsSlice,
	sample: RequestsSample,
	kind: RowKind<RequestRecord>,
): RequestsSlice {
	const follows = rows.cursorAt === rows.view.length - 1;
	const taken = takeRows(kind, rows, sample.recent).slice;
	return { sample, rows: follows ? moveRows(kind, taken, Number.POSITIVE_INFINITY) : taken };
}

function factsOf(state: State): Facts {
	const { sample } = requests.of(state);
	return sample ? requestFacts(sample, state.schemaMismatches, state.now) : [];
}

/** The last requests of the cockpit, and its event stream. */
export const requestsSection = listSection({
	id: 'debug-requests',
	title: 'Requests',
	hotkey: 'r',
	noun: 'request',
	kind: requestKind,
	columns: requestColumns,
	rows: {
		of: (state) => requests.of(state).rows,
		put: (state, rows) => requests.change(state, { rows }),
	},
	message: (state) =>
		requests.of(state).rows.list.length > 0 ? undefined : { id: 'none', lines: ['No requests yet.'] },
	facts: factsOf,
	above: (state) =>
		factsOf(state).map(([name, value]): Segment[] => [
			{ text: `${name}  `, token: 'heading' },
			{ text: value, ...(value.includes('✗') ? { token: 'bad' as const } : {}) },
		]),
	below: (record, _, width) => {
		const problem = problemOf(record);
		const text = `${record.method} ${record.path}${problem === '' ? '' : `\n${problem}`}`;
		return factRows([['request', text]], width).map(({ value }) => value);
	},
	queries: [
		{
			name: 'own-requests',
			endpoint: 'own-requests',
			every: 500,
			take: (state, sample) => requests.put(state, takeRequests(requests.of(state), sample, requestKind)),
			fail: (state) => state,
		},
	],
});
