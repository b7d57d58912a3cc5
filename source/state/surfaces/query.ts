import type { UnsentRequest } from '../../protocol/endpoint.ts';
import type { EndpointAnswer, EndpointName } from '../../protocol/endpoints/table.ts';
import type { SwarmHealth } from '../../protocol/resources/metadata.ts';
import type { SettingsOf8, SharedLimits } from '../../protocol/resources/settings.ts';
import type { RequestsSample, UsageSample } from '../connection/own-samples.ts';
import type { FilesSlice } from '../files/files.ts';
import type { FilesAnswer } from '../files/message.ts';
import type { DialogKind } from './dialogs.ts';
import type { PaneId } from './panes.ts';
import type { SectionId } from './sections.ts';
import type { TabId } from './tabs.ts';

/** A pane, a section of a pane, a tab of the details, or a dialog. */
export type SurfaceId = PaneId | SectionId | `tab-${TabId}` | DialogKind;
/** A query that a surface declares: 'market:asks'. */
export type SurfaceQueryName = `${SurfaceId}:${string}`;
export type QueryName = 'downloads' | 'core' | 'limits' | 'profiler' | 'health' | SurfaceQueryName;

/** Answers that are not those of one request, by the name that a query has for its endpoint. */
interface Readings {
	'shared-limits': SharedLimits;
	'settings-of-8': SettingsOf8;
	'fresh-health': SwarmHealth;
	files: FilesAnswer;
	/** Samples of the cockpit itself. */
	'own-requests': RequestsSample;
	'own-usage': UsageSample;
}

/** An endpoint, or a reading of the runtime. */
export type SourceName = EndpointName | keyof Readings;
export type SourceAnswer<Name extends SourceName> = Name extends EndpointName
	? EndpointAnswer<Name>
	: Name extends keyof Readings
		? Readings[Name]
		: never;

/** A request to any endpoint, as the client accepts it. */
export interface QueryRequest extends UnsentRequest {
	readonly params?: Readonly<Record<string, string>>;
	/** Known files, for the reading of files. */
	readonly files?: FilesSlice;
}

/** A query of the current state, for the runtime. */
export interface ServiceQuery {
	readonly name: QueryName;
	readonly endpoint: SourceName;
	readonly request: QueryRequest;
	readonly infohash?: string | undefined;
	/** Variant of the query. A change makes the last answer stale. */
	readonly aspect?: string | undefined;
	/** Minimum interval, ms, if the service is quick; Infinity for a single request. */
	readonly intervalMs: number;
	/** Delay after a failure, ms; default: that of the poller. */
	readonly retryMs?: number;
}

/** An answer to a query, tied to its source. */
export type QueryAnswer = {
	readonly [Name in SourceName]: { readonly endpoint: Name; readonly answer: SourceAnswer<Name> };
}[SourceName] & {
	readonly query: QueryName;
	/** Arrival of the answer, Unix ms. */
	readonly at: number;
	/** Time of the request; if absent, that of the answer. */
	readonly sentAt?: number;
	/** The request; if absent, the current one. */
	readonly request?: QueryRequest;
};
