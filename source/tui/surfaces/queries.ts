import type { Message } from '../../state/core/message.ts';
import type { PaneId } from '../../state/core/panes.ts';
import { baseQueries } from '../../state/core/queries.ts';
import type { PaneQueryName, PaneRequest, ServiceQuery } from '../../state/core/query.ts';
import type { State } from '../../state/core/state.ts';
import type { AnyQuery, Pane } from '../panes/pane.ts';
import { panes } from '../panes/registry.ts';

/** Returns all queries of the visible surfaces. */
export function queriesOf(state: State): readonly ServiceQuery[] {
	const { queries = [] }: Pane = panes[state.pane];
	if (queries.length === 0) return baseQueries(state);
	return [
		...baseQueries(state),
		...queries.map(({ name, endpoint, every, ...query }: AnyQuery): ServiceQuery => {
			const full: PaneQueryName = `${state.pane}:${name}`;
			const request: PaneRequest = query.request?.(state) ?? {};
			return { name: full, endpoint, intervalMs: every, request };
		}),
	];
}

/** Returns the state with the response to a pane's query. */
export function takeAnswer(state: State, message: Extract<Message, { type: 'pane-answer' }>): State {
	const query = findQuery(message.query);
	if (query?.endpoint !== message.endpoint) return state;
	// The comparison ties the response to the query; the compiler does not see that through a union.
	return query.take(state, message.answer as never, message.at);
}

/** Returns the state after a pane's query failed; undefined if the query is not a pane's. */
export function takeFailure(
	state: State,
	{ query, failure }: Extract<Message, { type: 'query-failed' }>,
): State | undefined {
	return findQuery(query)?.fail(state, failure);
}

function findQuery(full: string): AnyQuery | undefined {
	const [id, name] = full.split(':');
	if (name === undefined || !isPane(id)) return undefined;
	const { queries = [] }: Pane = panes[id];
	return queries.find((each) => each.name === name);
}

function isPane(id: string | undefined): id is PaneId {
	return id !== undefined && Object.hasOwn(panes, id);
}
