import type { EndpointName, EndpointRequest } from '../../protocol/endpoints/table.ts';
import type { Failure } from '../connection/connection.ts';
import type {
	QueryAnswer,
	QueryName,
	QueryRequest,
	ServiceQuery,
	SourceAnswer,
	SourceName,
} from '../surfaces/query.ts';
import type { State } from './state.ts';

type RequestTo<Name extends SourceName> = Name extends EndpointName ? EndpointRequest<Name> : QueryRequest;

/** A request that is repeated while its surface is visible, or always. */
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
	/** Returns the part of the request whose change to another one sends it again at once; if absent, the whole request. */
	readonly aspect?: (state: State) => string | undefined;
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
		aspect: query.aspect ? query.aspect(state) : JSON.stringify(request),
		intervalMs: typeof every === 'number' ? every : every(state),
	};
}

/** Returns the state with the answer to a query. */
export function takeAnswer(state: State, query: AnyQuery, message: QueryAnswer): State {
	if (query.endpoint !== message.endpoint) return state;
	// The comparison ties the answer to the query; the compiler does not see that through a union.
	const { answer, at, sentAt = at, request = query.request?.(state) ?? {} } = message;
	return query.take(state, answer as never, at, sentAt, request);
}
