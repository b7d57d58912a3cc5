import type { RequestRecord, RequestsSample } from '../../../../../state/connection/own-samples.ts';
import { sectionData } from '../../../../../state/core/sections.ts';
import { moveRows, takeRows } from '../../../../../state/list/list.ts';
import { noRows, type RowKind, type Rows } from '../../../../../state/list/rows.ts';

/** The last requests of the cockpit. */
interface RequestsSlice {
	/** Undefined before the first sample. */
	readonly sample: RequestsSample | undefined;
	readonly rows: Rows<RequestRecord>;
}

declare module '../../../../../state/core/sections.ts' {
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
