import type { UnsentRequest } from '../../protocol/endpoint.ts';
import type { EndpointName } from '../../protocol/endpoints/table.ts';
import type { TabId } from '../details/tabs.ts';
import type { DialogKind } from '../dialogs/dialogs.ts';
import type { FilesSlice } from '../files/files.ts';
import type { PaneId } from './panes.ts';
import type { SectionId } from './sections.ts';

/** Names of queries that the runtime handles by name. */
export const queryNames = [
	'downloads',
	'core',
	'limits',
	'settings-of-8',
	'peers',
	'pieces',
	'health',
	'files',
	'stream-files',
	'profiler',
	'own-requests',
	'own-usage',
] as const;
export type NamedQuery = (typeof queryNames)[number];
/** A pane, a section of a pane, a tab of the details, or a dialog. */
export type SurfaceId = PaneId | SectionId | `tab-${TabId}` | DialogKind;
/** A query that a surface declares: 'market:asks'. */
export type SurfaceQueryName = `${SurfaceId}:${string}`;
export type QueryName = NamedQuery | SurfaceQueryName;

/** A request to any endpoint, as the client accepts it. */
export interface SurfaceRequest extends UnsentRequest {
	readonly params?: Readonly<Record<string, string>>;
}

/** Data that the visible screen needs from the service. */
export interface ServiceQuery {
	readonly name: QueryName;
	/** Absent for samples of the cockpit itself. */
	readonly endpoint?: EndpointName;
	/** The request of a surface's query. The runtime creates the others by name. */
	readonly request?: SurfaceRequest;
	/** The queried download, if any. Another download makes another query. */
	readonly infohash?: string;
	/** Variant of the query. A change makes the last answer stale. */
	readonly aspect?: string;
	/** Whether the availability is needed. Services of 8.x send it only on request. */
	readonly availability?: boolean;
	/** Known files, for queries about files. */
	readonly files?: FilesSlice;
	/** Minimum interval, ms, if the service is quick; Infinity for a single request. */
	readonly intervalMs: number;
	/** Delay after a failure, ms; default: that of the poller. */
	readonly retryMs?: number;
}
