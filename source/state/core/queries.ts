import { detailsQueries } from '../details/queries.ts';
import { streamQueries } from '../dialogs/stream-dialog.ts';
import type { ServiceQuery } from './query.ts';
import type { State } from './state.ts';

const downloads: ServiceQuery = { name: 'downloads', endpoint: 'listDownloads', intervalMs: 1_000 };
const withAvailability: ServiceQuery = { ...downloads, aspect: 'availability', availability: true };
const core: ServiceQuery = { name: 'core', endpoint: 'getState', intervalMs: 5_000 };
const profiler: ServiceQuery = { name: 'profiler', endpoint: 'getProfiler', intervalMs: 30_000 };

/** Returns the queries of every screen. The header shows totals and connection, so the list is always needed. */
export function baseQueries(state: State): readonly ServiceQuery[] {
	const starting = state.connection.core?.state !== 'STARTED';
	const list = usesAvailability(state) ? withAvailability : downloads;
	return [list, starting ? core : profiler, ...detailsQueries(state), ...streamQueries(state)];
}

const availabilityId = 'availability';

/** Returns whether the list or the details show the availability, or the list is sorted or filtered by it. */
function usesAvailability({ downloads: { sort, filter }, view, details, pane }: State): boolean {
	if (details.shown !== 'not' && pane === 'downloads') return true;
	if (sort && [sort, ...(sort.ties ?? [])].some(({ column }) => column === availabilityId)) return true;
	// A filter that only mentions the word costs one needless figure.
	if (filter.toLowerCase().includes('avail')) return true;
	return Object.values(view.columns).some((chosen) => chosen?.some(({ id }) => id === availabilityId));
}
