import type { Deviation } from '../../protocol/decode.ts';
import type { EndpointName } from '../../protocol/endpoints/table.ts';

/** A kind of place where answers were not what the interface says. */
export interface SchemaMismatch {
	readonly endpoint: EndpointName;
	/** Without the places in lists: 'downloads[].size'. Empty for the whole answer. */
	readonly path: string;
	/** In words; it may quote the service. */
	readonly problem: string;
	/** How often it was met. */
	readonly count: number;
	/** When it was last met, milliseconds since 1970. */
	readonly at: number;
}

export interface SchemaMismatchSlice {
	/** The latest is last; at most `MAX_ENTRIES`. */
	readonly entries: readonly SchemaMismatch[];
	/** All that were met, those included that are no longer among the entries. */
	readonly total: number;
}

const MAX_ENTRIES = 200;

export const initialSchemaMismatches: SchemaMismatchSlice = { entries: [], total: 0 };

/** Takes in what an answer deviated by. The kinds met longest ago make room. */
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
		// Taken out first, so that it moves to the end.
		kinds.delete(kind);
		kinds.set(kind, { endpoint, path, problem, count: (known?.count ?? 0) + count, at });
		total += count;
	}
	return { entries: [...kinds.values()].slice(-MAX_ENTRIES), total };
}

function kindOf({ endpoint, path, problem }: Pick<SchemaMismatch, 'endpoint' | 'path' | 'problem'>): string {
	return `${endpoint} ${path} ${problem}`;
}
