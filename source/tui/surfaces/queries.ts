import { isCoreStarting } from '../../state/connection/connection.ts';
import type { Message } from '../../state/core/message.ts';
import { baseQueries } from '../../state/core/queries.ts';
import type { ServiceQuery, SurfaceId, SurfaceQueryName, SurfaceRequest } from '../../state/core/query.ts';
import type { State } from '../../state/core/state.ts';
import { dialogs } from '../dialogs/registry.ts';
import type { Pane } from '../panes/pane.ts';
import { currentPane, panes } from '../panes/registry.ts';
import type { AnyQuery, SurfaceQuery } from './query.ts';

interface Surface {
	readonly id: SurfaceId;
	readonly queries: readonly SurfaceQuery[];
}

/** Returns the visible surfaces with queries: the pane or its section, its current tab, and the top dialog. */
function visibleSurfaces(state: State): readonly Surface[] {
	const pane = currentPane(state);
	const { details } = pane;
	const top = state.dialogs.at(-1);
	const tab = details?.isShown(state) ? details.current(state) : undefined;
	return [
		surfaceOfPane(pane),
		...(tab?.queries ? [{ id: `tab-${tab.id}`, queries: tab.queries } as const] : []),
		...(top ? [{ id: top.kind, queries: dialogs[top.kind].queries ?? [] }] : []),
	];
}

function surfaceOfPane({ id, queries = [], section }: Pane): Surface {
	return { id: section?.id ?? id, queries };
}

/** Returns all queries of the visible surfaces. */
export function queriesOf(state: State): readonly ServiceQuery[] {
	if (isCoreStarting(state.connection)) return baseQueries(state);
	const detailsAreShown = currentPane(state).details?.isShown(state) ?? false;
	return [
		...baseQueries(state, detailsAreShown),
		...visibleSurfaces(state).flatMap(({ id, queries }) =>
			queries.flatMap((query) => serviceQuery(id, query, state) ?? []),
		),
	];
}

function serviceQuery(id: SurfaceId, query: SurfaceQuery, state: State): ServiceQuery | undefined {
	if ('ask' in query) return query.ask(state);
	if (query.when?.(state) === false) return undefined;
	const name: SurfaceQueryName = `${id}:${query.name}`;
	const request: SurfaceRequest = query.request?.(state) ?? {};
	const { endpoint, every } = query;
	return {
		name,
		endpoint,
		intervalMs: typeof every === 'number' ? every : every(state),
		request,
		aspect: query.aspect?.(state) ?? JSON.stringify(request),
	};
}

/** Returns the state with the response to a surface's query. */
export function takeAnswer(state: State, message: Extract<Message, { type: 'surface-answer' }>): State {
	const query = findQuery(message.query);
	if (query?.endpoint !== message.endpoint) return state;
	// The comparison ties the response to the query; the compiler does not see that through a union.
	const { answer, at, sentAt = at, request = query.request?.(state) ?? {} } = message;
	return query.take(state, answer as never, at, sentAt, request);
}

/** Returns the state with a sample of the cockpit itself, if the visible surface samples it. */
export function takeOwnSample(state: State, { sample, at }: Extract<Message, { type: 'own-sample' }>): State {
	const queries = visibleSurfaces(state).flatMap((surface) => surface.queries);
	return queries.reduce(
		(next, query) =>
			'ask' in query && query.name === sample.source ? (query.takeSample?.(next, sample, at) ?? next) : next,
		state,
	);
}

/** Returns the state after a surface's query failed; undefined if the query is not a surface's. */
export function takeFailure(
	state: State,
	{ query: name, failure, request }: Extract<Message, { type: 'query-failed' }>,
): State | undefined {
	const query = findQuery(name);
	return query?.fail(state, failure, request ?? query.request?.(state) ?? {});
}

/** Queries that surfaces declare, by their full names. */
const declared: ReadonlyMap<string, AnyQuery> = new Map(
	allSurfaces().flatMap(({ id, queries }) =>
		queries.flatMap((query) => ('ask' in query ? [] : [[`${id}:${query.name}`, query]])),
	),
);

function allSurfaces(): readonly Surface[] {
	return [
		...Object.values<Pane>(panes).flatMap((pane) => [
			...(pane.sections?.all ?? [pane]).map(surfaceOfPane),
			...(pane.details?.tabs ?? []).map(
				(tab) => ({ id: `tab-${tab.id}`, queries: tab.queries ?? [] }) as const,
			),
		]),
		...Object.values(dialogs).map(({ kind, queries = [] }) => ({ id: kind, queries })),
	];
}

function findQuery(full: string): AnyQuery | undefined {
	return declared.get(full);
}
