import type { Asked } from '../../protocol/endpoint.ts';
import type { EndpointName } from '../../protocol/endpoints/table.ts';
import { detailsQueries } from '../details/queries.ts';
import { streamQueries } from '../dialogs/stream-dialog.ts';
import type { FilesSlice } from '../files/files.ts';
import type { PaneId } from './panes.ts';
import type { State } from './state.ts';

/** Names of periodic queries. */
export const queryNames = [
	'downloads',
	'core',
	'peers',
	'pieces',
	'health',
	'files',
	'stream-files',
	'profiler',
] as const;
/** A query that a pane declares: 'market:asks'. */
export type PaneQueryName = `${PaneId}:${string}`;
export type QueryName = (typeof queryNames)[number] | PaneQueryName;

/** A request as the client takes it, whatever its endpoint. */
export interface PaneRequest extends Asked {
	readonly params?: Readonly<Record<string, string>>;
}

/** Something that the screen needs from the service, for as long as it is shown. */
export interface ServiceQuery {
	readonly name: QueryName;
	readonly endpoint: EndpointName;
	/** The request of a pane's query; the others are made by their names. */
	readonly request?: PaneRequest;
	/** The download it is about, where it is about one. Another one is another question. */
	readonly infohash?: string;
	/** Variant of the query. A change makes the last answer stale. */
	readonly aspect?: string;
	/** Whether the availability is shown, sorted by or filtered by: services of 8.x send it only when asked. */
	readonly availability?: boolean;
	/** Known files, for queries about files. */
	readonly files?: FilesSlice;
	/** Minimum interval, ms, if the service is quick; Infinity for a single request. */
	readonly intervalMs: number;
}

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
