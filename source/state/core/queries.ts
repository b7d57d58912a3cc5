import { isCoreStarting } from '../connection/connection.ts';
import { offersLimits } from '../connection/shared-limits.ts';
import { healthQuery } from '../details/queries.ts';
import type { ServiceQuery } from './query.ts';
import type { State } from './state.ts';

const downloads: ServiceQuery = { name: 'downloads', endpoint: 'listDownloads', intervalMs: 1_000 };
const withAvailability: ServiceQuery = { ...downloads, aspect: 'availability', availability: true };
const core: ServiceQuery = { name: 'core', endpoint: 'getState', intervalMs: 5_000 };
/** While the core starts, nothing else is requested. */
const startingCore: ServiceQuery = { ...core, intervalMs: 1_000 };
const limits: ServiceQuery = { name: 'limits', endpoint: 'getServiceSettings', intervalMs: 10_000 };
const profiler: ServiceQuery = { name: 'profiler', endpoint: 'getProfiler', intervalMs: 30_000 };
/** While it runs, its end by itself or elsewhere is noticed soon. */
const runningProfiler: ServiceQuery = { ...profiler, intervalMs: 3_000 };

/**
 * Returns the queries of every screen. The header shows totals and connection, so the list is always needed.
 * `detailsAreShown`: whether details of a download are visible; they show its availability.
 */
export function baseQueries(state: State, detailsAreShown = false): readonly ServiceQuery[] {
	if (isCoreStarting(state.connection)) return [startingCore];
	const starting = state.connection.core?.state !== 'STARTED';
	const list = detailsAreShown || usesAvailability(state) ? withAvailability : downloads;
	const health = healthQuery(state.details);
	const watched = state.profiler.isRunning ? runningProfiler : profiler;
	const limited = offersLimits(state.connection) ? [limits] : [];
	return [list, starting ? core : watched, ...limited, ...(health ? [health] : [])];
}

/** Interval of the queries of a service that is not shown, and delay after a failure, ms. */
const HIDDEN_INTERVAL_MS = 10_000;
const HIDDEN_RETRY_MS = 5_000;

/** Returns the queries of a service that is not shown: the list, for the overview and for pending changes. */
export function hiddenQueries({ connection }: Pick<State, 'connection'>): readonly ServiceQuery[] {
	const rare = { intervalMs: HIDDEN_INTERVAL_MS, retryMs: HIDDEN_RETRY_MS };
	if (isCoreStarting(connection)) return [{ ...core, ...rare }];
	const isStarted = connection.core?.state === 'STARTED';
	return [{ ...downloads, ...rare }, ...(isStarted ? [] : [{ ...core, ...rare }])];
}

const availabilityId = 'availability';

/** Returns whether the list shows the availability, or is sorted or filtered by it. */
function usesAvailability({ downloads: { sort, filter }, view }: Pick<State, 'downloads' | 'view'>): boolean {
	if (sort && [sort, ...(sort.ties ?? [])].some(({ column }) => column === availabilityId)) return true;
	// A filter that only contains the word requests it needlessly, which is harmless.
	if (filter.toLowerCase().includes('avail')) return true;
	return Object.values(view.columns).some((chosen) => chosen?.some(({ id }) => id === availabilityId));
}
