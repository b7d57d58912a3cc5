import Type from 'typebox';
import { decode } from './decode.ts';
import { canonicalStatus } from './download-status.ts';

/** An entry of the table of events (interface, part 6). */
export interface EventEntry<Payload extends Type.TSchema = Type.TSchema> {
	readonly summary: string;
	readonly payload: Payload;
	/** Brings payloads of services in the field into the shape of `payload`. */
	readonly repair?: (payload: unknown) => unknown;
}

function event<Payload extends Type.TSchema>(entry: EventEntry<Payload>): EventEntry<Payload> {
	return entry;
}

/** A bare string, as releases of the middle years send it, in the field the event has now. */
const wrap = (field: string) => (payload: unknown) =>
	typeof payload === 'string' ? { [field]: payload } : payload;

/** Every event seedtop knows, by its type. Others pass through as they came. */
export const events = {
	events_start: event({
		summary: 'the stream is open and the service is ready',
		payload: Type.Object({
			tribler_started: Type.Optional(Type.Boolean()),
			version: Type.String({ default: '' }),
		}),
	}),
	tribler_started: event({ summary: 'the start of the core is complete', payload: Type.Object({}) }),
	torrent_finished: event({
		summary: 'a torrent finished downloading',
		payload: Type.Object({ infohash: Type.String(), name: Type.String({ default: '' }) }),
	}),
	torrent_error: event({
		summary: 'a download failed',
		payload: Type.Object({ infohash: Type.String(), error: Type.String({ default: '' }) }),
	}),
	torrent_status_changed: event({
		summary: 'a download changed its status (8.x; not sent for every change)',
		payload: Type.Object({ infohash: Type.String(), status: Type.String() }),
		repair: (payload) =>
			typeof payload === 'object' &&
			payload !== null &&
			'status' in payload &&
			typeof payload.status === 'string'
				? { ...payload, status: canonicalStatus(payload.status) }
				: payload,
	}),
	tribler_exception: event({
		summary: 'an exception in the core',
		payload: Type.Object({ text: Type.String() }),
		// Text alone in [A]; {error: {text}} in 7.14; {error} in 8.x.
		repair: (payload) => {
			if (typeof payload !== 'object' || payload === null) return wrap('text')(payload);
			if ('text' in payload || !('error' in payload)) return payload;
			const { error } = payload;
			return typeof error === 'object' && error !== null && 'text' in error
				? { ...payload, text: error.text }
				: { ...payload, text: error };
		},
	}),
	tribler_shutdown_state: event({
		summary: 'the service is shutting down',
		payload: Type.Object({ state: Type.String() }),
		repair: wrap('state'),
	}),
} as const;

export type EventType = keyof typeof events;
export type EventPayload<Name extends EventType> = Type.Static<(typeof events)[Name]['payload']>;

type KnownEvent = {
	[Name in EventType]: { readonly type: Name; readonly payload: EventPayload<Name> };
}[EventType];

/** An event as everything above the wire sees it: a known one decoded, an unknown one as it came. */
export type ServiceEvent =
	| KnownEvent
	| { readonly type: 'unknown'; readonly name: string; readonly payload: unknown };

function isEventType(name: string): name is EventType {
	return Object.hasOwn(events, name);
}

/** Decodes the payload of one event. Fields that are missing or odd get an empty value of their kind. */
export function readEvent(name: string, payload: unknown): ServiceEvent {
	if (!isEventType(name)) return { type: 'unknown', name, payload };
	const entry: EventEntry = events[name];
	const repaired = entry.repair ? entry.repair(payload) : payload;
	// The table ties name and payload together; the compiler cannot follow that through a name held in a variable.
	return { type: name, payload: decode(entry.payload, repaired ?? {}).value } as KnownEvent;
}
