import type { AnswerOf, BodyOf, ParamsOf, QueryOf, RequestOf } from '../endpoint.ts';
import { channel } from './channel.ts';
import { core } from './core.ts';
import { debug } from './debug.ts';
import { downloads } from './downloads.ts';
import { engine } from './engine.ts';
import { importing } from './importing.ts';
import { labels } from './labels.ts';
import { market } from './market.ts';
import { metadata } from './metadata.ts';
import { move } from './move.ts';
import { settings } from './settings.ts';
import { trackers } from './trackers.ts';

/** The endpoint table: every endpoint of the interface by name. */
export const endpoints = {
	...downloads,
	...move,
	...importing,
	...trackers,
	...channel,
	...market,
	...metadata,
	...engine,
	...debug,
	...labels,
	...settings,
	...core,
} as const;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
export type EndpointRequest<Name extends EndpointName> = RequestOf<Endpoints[Name]>;
export type EndpointAnswer<Name extends EndpointName> = AnswerOf<Endpoints[Name]>;
export type EndpointQuery<Name extends EndpointName> = QueryOf<Endpoints[Name]>;
export type EndpointBody<Name extends EndpointName> = BodyOf<Endpoints[Name]>;
export type EndpointParams<Name extends EndpointName> = ParamsOf<Endpoints[Name]>;

/** The names of the endpoints, in the table's order. */
export const endpointNames = Object.keys(endpoints) as readonly EndpointName[];
