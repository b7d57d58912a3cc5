import type { Deviation } from '../../protocol/decode.ts';
import type { EndpointName } from '../../protocol/endpoints/table.ts';

/** A repeated deviation of responses from the interface. */
interface SchemaMismatch {
	readonly endpoint: EndpointName;
	/** Path without list indices: 'downloads[].size'; '' for the whole response. */
	readonly path: string;
	/** As text; may quote the service. */
	readonly problem: string;
	/** Number of occurrences. */
	readonly count: number;
	/** Last occurrence, Unix ms. */
	readonly at: number;
}

export interface SchemaMismatchSlice {
	/** The latest last, at most `MAX_ENTRIES`. */
	readonly entries: readonly SchemaMismatch[];
	/** Number of all deviations, including those of dropped entries. */
	readonly total: number;
}

const MAX_ENTRIES = 200;

export const initialSchemaMismatches: SchemaMismatchSlice = { entries: [], total: 0 };

/** Records the deviations of a response. Drops the oldest entries beyond the limit. */
export function addSchemaMismatches(
	slice: SchemaMismatchSlice,
	endpoint: EndpointName,
	deviations: readonly Deviation[],
	at: number,
): SchemaMismatchSlice {
	const kinds = new Map(slice.entries.map((entry) => [kindOf(entry), entry]));
	let { total } = slice;
	for (const { path: place, problem, count = 1 } of deviations) {
		const path = place.replace(/\[\d+\]/g, '[]');
		const kind = kindOf({ endpoint, path, problem });
		const known = kinds.get(kind);
		// Deleted first, so that it becomes the newest.
		kinds.delete(kind);
		kinds.set(kind, { endpoint, path, problem, count: (known?.count ?? 0) + count, at });
		total += count;
	}
	return { entries: [...kinds.values()].slice(-MAX_ENTRIES), total };
}

function kindOf({ endpoint, path, problem }: Pick<SchemaMismatch, 'endpoint' | 'path' | 'problem'>): string {
	return `${endpoint} ${path} ${problem}`;
}
