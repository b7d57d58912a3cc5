import { takeListedCompletions } from '../batch/completion-events.ts';
import { settleOptimistic } from '../batch/update.ts';
import { isCoreStarting, withAnswer, withFailure } from '../connection/connection.ts';
import { updateProfiler } from '../connection/profiler.ts';
import { newerLimits, offersLimits } from '../connection/shared-limits.ts';
import { takeDownloads } from '../downloads/downloads.ts';
import { shortenUnreachableNotice } from '../events/journal.ts';
import type { QueryName, ServiceQuery, SurfaceQueryName } from '../surfaces/query.ts';
import { healthQuery } from './details-queries.ts';
import { type AnyQuery, type Query, serviceQuery } from './query-declaration.ts';
import type { State } from './state.ts';

const downloads: Query<'listDownloads'> = {
	name: 'downloads',
	endpoint: 'listDownloads',
	every: 1_000,
	// The availability may stay in a list that no longer needs it.
	aspect: () => undefined,
	take: (state, answer, at) => {
		const listed: State = {
			...state,
			connection: withAnswer(state.connection, at),
			journal: shortenUnreachableNotice(state.journal, at),
			downloads: takeDownloads(state.downloads, answer, at),
		};
		const settled = settleOptimistic(listed, at);
		const journal = takeListedCompletions(settled.journal, state.downloads, settled.downloads, at);
		return { ...settled, journal };
	},
	fail: (state, failure) => ({ ...state, connection: withFailure(state.connection, failure) }),
};

const core: Query<'getState'> = {
	name: 'core',
	endpoint: 'getState',
	every: ({ connection }) => (isCoreStarting(connection) ? 1_000 : 5_000),
	take: (state, answer, at) => ({
		...state,
		connection: {
			...withAnswer(state.connection, at),
			core: answer,
			extensions: answer.extensions ?? [],
		},
		journal: shortenUnreachableNotice(state.journal, at),
	}),
	fail: (state, failure) => {
		if (failure.kind !== 'absent') return { ...state, connection: withFailure(state.connection, failure) };
		// A service without GET /state (7.12 and later) counts as started.
		const started = { state: 'STARTED', last_exception: null, readable_state: '' };
		return { ...state, connection: { ...state.connection, core: started, extensions: [] } };
	},
};

const limits: Query<'shared-limits'> = {
	name: 'limits',
	endpoint: 'shared-limits',
	every: 10_000,
	when: ({ connection }) => offersLimits(connection),
	take: (state, reported) => ({ ...state, limits: newerLimits(state.limits, reported) }),
	fail: (state) => state,
};

const profiler: Query<'getProfiler'> = {
	name: 'profiler',
	endpoint: 'getProfiler',
	// While it runs, its end by itself or elsewhere is noticed soon.
	every: ({ profiler: { isRunning } }) => (isRunning ? 3_000 : 30_000),
	take: (state, { state: word, running_time: runningTime, profiler_files: files }, at, askedAt) =>
		updateProfiler(state, { type: 'state', state: word, runningTime, files, askedAt, at }),
	fail: (state) => updateProfiler(state, { type: 'unknown' }),
};

/** The queries of every screen. */
const declared = { downloads, core, limits, profiler, health: healthQuery } as const;
type BaseQueryName = Exclude<QueryName, SurfaceQueryName>;

/** Returns the declaration of a query of every screen; undefined for those of surfaces. */
export function baseQueryOf(name: QueryName): AnyQuery | undefined {
	return Object.values<AnyQuery>(declared).find((query) => query.name === name);
}

function queriesIn(state: State, names: readonly BaseQueryName[]): readonly ServiceQuery[] {
	return names.flatMap((name) => serviceQuery(name, declared[name], state) ?? []);
}

const withAvailability = { request: { query: { get_availability: true } }, aspect: 'availability' };

/**
 * Returns the queries of every screen. The header shows totals and connection, so the list is always needed. While the
 * core starts, nothing else is requested. `detailsAreShown`: whether details of a download are visible; they show its
 * availability, which services of 8.x send only on request.
 */
export function baseQueries(state: State, detailsAreShown = false): readonly ServiceQuery[] {
	if (isCoreStarting(state.connection)) return queriesIn(state, ['core']);
	const isStarted = state.connection.core?.state === 'STARTED';
	const queries = queriesIn(state, ['downloads', isStarted ? 'profiler' : 'core', 'limits', 'health']);
	if (!detailsAreShown && !usesAvailability(state)) return queries;
	return queries.map((query) => (query.name === 'downloads' ? { ...query, ...withAvailability } : query));
}

/** Interval of the queries of a service that is not shown, and delay after a failure, ms. */
const HIDDEN_INTERVAL_MS = 10_000;
const HIDDEN_RETRY_MS = 5_000;

/** Returns the queries of a service that is not shown: the list, for the overview and for pending changes. */
export function hiddenQueries(state: State): readonly ServiceQuery[] {
	const isStarted = state.connection.core?.state === 'STARTED';
	const names = [
		...(isCoreStarting(state.connection) ? [] : (['downloads'] as const)),
		...(isStarted ? [] : (['core'] as const)),
	];
	const rare = { intervalMs: HIDDEN_INTERVAL_MS, retryMs: HIDDEN_RETRY_MS };
	return queriesIn(state, names).map((query) => ({ ...query, ...rare }));
}

const availabilityId = 'availability';

/** Returns whether the list shows the availability, or is sorted or filtered by it. */
function usesAvailability({ downloads: { sort, filter }, view }: Pick<State, 'downloads' | 'view'>): boolean {
	if (sort && [sort, ...(sort.ties ?? [])].some(({ column }) => column === availabilityId)) return true;
	// A filter that only contains the word requests it needlessly, which is harmless.
	if (filter.toLowerCase().includes('avail')) return true;
	return Object.values(view.columns).some((chosen) => chosen?.some(({ id }) => id === availabilityId));
}
