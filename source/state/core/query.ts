import type { UnsentRequest } from '../../protocol/endpoint.ts';
import type { EndpointAnswer, EndpointName, EndpointRequest } from '../../protocol/endpoints/table.ts';
import type { SwarmHealth } from '../../protocol/resources/metadata.ts';
import type { SettingsOf8, SharedLimits } from '../../protocol/resources/settings.ts';
import type { Failure } from '../connection/connection.ts';
import type { RequestsSample, UsageSample } from '../connection/own-samples.ts';
import type { TabId } from '../details/tabs.ts';
import type { DialogKind } from '../dialogs/dialogs.ts';
import type { FilesSlice } from '../files/files.ts';
import type { FilesAnswer } from '../files/message.ts';
import type { PaneId } from './panes.ts';
import type { SectionId } from './sections.ts';
import type { State } from './state.ts';

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

type RequestTo<Name extends SourceName> = Name extends EndpointName ? EndpointRequest<Name> : QueryRequest;

/** A request that is repeated while its surface is visible. */
export interface Query<Name extends SourceName> {
	/** Unique in the surface. */
	readonly name: string;
	readonly endpoint: Name;
	/** Interval between two requests, ms, if the service is quick; Infinity for one request. */
	readonly every: number | ((state: State) => number);
	/** Whether it is requested now; if absent, always. */
	readonly when?: (state: State) => boolean;
	/** Sent again at once when it changes, or its `aspect`. */
	readonly request?: (state: State) => RequestTo<Name>;
	/** Returns the part of the request whose change sends it again at once; if absent, the whole request. */
	readonly aspect?: (state: State) => string;
	/** Returns the queried download. Another one makes another query: the running request is aborted. */
	readonly of?: (state: State) => string | undefined;
	/**
	 * `at`: arrival of the response; `sentAt`: time of the request. Unix ms. `request`: the answered request, which may
	 * be older than the current one.
	 */
	readonly take: (
		state: State,
		answer: SourceAnswer<Name>,
		at: number,
		sentAt: number,
		request: QueryRequest,
	) => State;
	readonly fail: (state: State, failure: Failure, request: QueryRequest) => State;
}

/** A query of any source. */
export type AnyQuery = { readonly [Name in SourceName]: Query<Name> }[SourceName];

/** A query of the current state, for the runtime. */
export interface ServiceQuery {
	readonly name: QueryName;
	readonly endpoint: SourceName;
	readonly request: QueryRequest;
	readonly infohash?: string | undefined;
	/** Variant of the query. A change makes the last answer stale. */
	readonly aspect: string;
	/** Minimum interval, ms, if the service is quick; Infinity for a single request. */
	readonly intervalMs: number;
	/** Delay after a failure, ms; default: that of the poller. */
	readonly retryMs?: number;
}

/** Returns a declared query in a state; undefined while nothing is to be requested. */
export function serviceQuery(name: QueryName, query: AnyQuery, state: State): ServiceQuery | undefined {
	if (query.when?.(state) === false) return undefined;
	const request: QueryRequest = query.request?.(state) ?? {};
	const { endpoint, every } = query;
	return {
		name,
		endpoint,
		request,
		infohash: query.of?.(state),
		aspect: query.aspect?.(state) ?? JSON.stringify(request),
		intervalMs: typeof every === 'number' ? every : every(state),
	};
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

/** Returns the state with the answer to a query. */
export function takeAnswer(state: State, query: AnyQuery, message: QueryAnswer): State {
	if (query.endpoint !== message.endpoint) return state;
	// The comparison ties the answer to the query; the compiler does not see that through a union.
	const { answer, at, sentAt = at, request = query.request?.(state) ?? {} } = message;
	return query.take(state, answer as never, at, sentAt, request);
}
