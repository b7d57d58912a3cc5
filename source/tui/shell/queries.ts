import { isCoreStarting } from '../../state/connection/connection.ts';
import { baseQueries } from '../../state/core/queries.ts';
import { type AnyQuery, serviceQuery } from '../../state/core/query-declaration.ts';
import type { State } from '../../state/core/state.ts';
import type { QueryName, ServiceQuery, SurfaceId } from '../../state/surfaces/query.ts';
import type { Pane } from '../surfaces/pane.ts';
import { dialogs } from './dialogs.ts';
import { currentPane, panes } from './panes.ts';

interface Surface {
	readonly id: SurfaceId;
	readonly queries: readonly AnyQuery[];
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
			queries.flatMap((query) => serviceQuery(`${id}:${query.name}`, query, state) ?? []),
		),
	];
}

/** Queries that surfaces declare, by their full names. */
const declared: ReadonlyMap<string, AnyQuery> = new Map(
	allSurfaces().flatMap(({ id, queries }) => queries.map((query) => [`${id}:${query.name}`, query] as const)),
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

/** Returns the declaration of a surface's query; undefined for other queries. */
export function surfaceQueryOf(name: QueryName): AnyQuery | undefined {
	return declared.get(name);
}
