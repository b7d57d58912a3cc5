import type { EndpointAnswer, EndpointName, EndpointRequest } from '../../protocol/endpoints/table.ts';
import type { Failure } from '../../state/connection/connection.ts';
import type { OwnSample } from '../../state/connection/own-samples.ts';
import type { NamedQuery, ServiceQuery, SurfaceRequest } from '../../state/core/query.ts';
import type { State } from '../../state/core/state.ts';

/** A request that a surface repeats while it is visible. */
export interface Query<Name extends EndpointName> {
	/** Unique in the surface. */
	readonly name: string;
	readonly endpoint: Name;
	/** Interval between two requests, ms; Infinity for one request. */
	readonly every: number | ((state: State) => number);
	/** Whether it is requested now; if absent, always. */
	readonly when?: (state: State) => boolean;
	/** Sent again at once when it changes, or its `aspect`. */
	readonly request?: (state: State) => EndpointRequest<Name>;
	/** Returns the part of the request whose change sends it again at once; if absent, the whole request. */
	readonly aspect?: (state: State) => string;
	/**
	 * `at`: arrival of the response; `sentAt`: time of the request. Unix ms. `request`: the answered request, which may
	 * be older than the current one.
	 */
	readonly take: (
		state: State,
		answer: EndpointAnswer<Name>,
		at: number,
		sentAt: number,
		request: SurfaceRequest,
	) => State;
	readonly fail: (state: State, failure: Failure, request: SurfaceRequest) => State;
}

/** A query of any endpoint. */
export type AnyQuery = { readonly [Name in EndpointName]: Query<Name> }[EndpointName];

/** A query whose requests and responses the runtime handles by its name. */
interface RuntimeQuery {
	readonly name: NamedQuery;
	/** Returns the query; undefined while nothing is to be requested. */
	readonly ask: (state: State) => ServiceQuery | undefined;
	/** Takes a sample of the cockpit itself. `at`: its time, Unix ms. */
	readonly takeSample?: (state: State, sample: OwnSample, at: number) => State;
}

export type SurfaceQuery = AnyQuery | RuntimeQuery;
