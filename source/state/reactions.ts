import type { EventPayload, EventType, ServiceEvent } from '../protocol/events.ts';
import { takeStatus } from './downloads.ts';
import { type News, record } from './journal.ts';
import type { NeedName } from './needs.ts';
import type { State } from './state.ts';

interface Reaction<Name extends EventType> {
	/** The needs whose data the event makes old. */
	readonly stale: readonly NeedName[];
	/** What the user is told. */
	readonly news: (payload: EventPayload<Name>, state: State) => News | undefined;
	/** What changes at once, without waiting for the next poll. */
	readonly apply?: (state: State, payload: EventPayload<Name>) => State;
}

/** What each event does: one that is new to the protocol does not compile until it is handled here. */
const reactions: { readonly [Name in EventType]: Reaction<Name> } = {
	events_start: {
		stale: ['downloads', 'core'],
		news: () => undefined,
		apply: (state, { version }) => ({ ...state, connection: { ...state.connection, version } }),
	},
	tribler_started: {
		stale: ['downloads', 'core'],
		news: () => ({ level: 'info', text: 'The service has started.', quiet: true }),
	},
	torrent_finished: {
		stale: ['downloads'],
		news: ({ infohash, name }, state) => ({
			level: 'success',
			text: `Finished: ${name || nameOf(state, infohash)}`,
			infohash,
		}),
	},
	torrent_error: {
		stale: ['downloads'],
		news: ({ infohash, error }, state) => ({
			level: 'error',
			text: `${nameOf(state, infohash)}: ${error}`,
			infohash,
		}),
	},
	torrent_status_changed: {
		stale: ['downloads'],
		news: ({ infohash, status }, state) => ({
			level: 'info',
			text: `${status}: ${nameOf(state, infohash)}`,
			infohash,
			quiet: true,
		}),
		apply: (state, { infohash, status }) => ({
			...state,
			downloads: takeStatus(state.downloads, infohash, status),
		}),
	},
	tribler_exception: {
		stale: ['core'],
		news: ({ text }) => ({ level: 'error', text: `The service reports an exception: ${text}` }),
	},
	tribler_shutdown_state: {
		stale: [],
		news: ({ state: text }) => ({ level: 'warning', text: `The service is shutting down: ${text}` }),
	},
};

/** The needs that an event makes old. */
export function staleAfter(event: ServiceEvent): readonly NeedName[] {
	return event.type === 'unknown' ? [] : reactions[event.type].stale;
}

/** Takes an event into the state. */
export function react(state: State, event: ServiceEvent, at: number): State {
	if (event.type === 'unknown') {
		const news: News = { level: 'info', text: `Event ${event.name}`, quiet: true };
		return { ...state, journal: record(state.journal, news, at) };
	}
	// The record above ties each event's name to its payload; the compiler cannot see that through a variable.
	const reaction = reactions[event.type] as Reaction<EventType>;
	const news = reaction.news(event.payload as never, state);
	const applied = reaction.apply ? reaction.apply(state, event.payload as never) : state;
	return news ? { ...applied, journal: record(applied.journal, news, at) } : applied;
}

function nameOf(state: State, infohash: string): string {
	return state.downloads.list.find((download) => download.infohash === infohash)?.name ?? infohash;
}
