import Type from 'typebox';
import { isFields } from '../../basics/fields.ts';
import { decode } from '../decode.ts';
import { canonicalStatus } from '../download-status.ts';
import { repairPayments } from '../repair/market.ts';
import { Payment, Tick, Transaction } from '../resources/market.ts';
import { swarmCounts } from '../resources/metadata.ts';

/** An entry of the table of events (interface, part 6). */
interface EventEntry<Payload extends Type.TSchema = Type.TSchema> {
	readonly summary: string;
	readonly payload: Payload;
	/** Other names of the event in services in the field. */
	readonly aliases?: readonly string[];
	/** Converts payloads of services in the field to the shape of `payload`. */
	readonly repair?: (payload: unknown) => unknown;
}

export function event<Payload extends Type.TSchema>(entry: EventEntry<Payload>): EventEntry<Payload> {
	return entry;
}

/** Wraps a bare string, as some releases send it, in the event's field. */
const wrap = (field: string) => (payload: unknown) =>
	typeof payload === 'string' ? { [field]: payload } : payload;

/** Absent if the service omits it. */
const text = Type.Optional(Type.String());
const emptyObject = Type.Object({});
const found = Type.Object({ query: text, result: Type.Unknown() });
const ticked = (summary: string) => event({ summary, payload: Tick, repair: unwrap });
const paid = (summary: string) => event({ summary, payload: Payment, repair: repairPaymentEvent });

/** Unwraps a tick from a field of its own ({ask: …}). The interface does not show the names of fields. */
function unwrap(payload: unknown): unknown {
	if (!isFields(payload)) return payload;
	for (const name of ['ask', 'bid', 'payment'] as const) {
		if (name in payload) return payload[name];
	}
	return payload;
}

/** Repairs the payment of an event as one of GET …/payments. */
function repairPaymentEvent(payload: unknown): unknown {
	const repaired = repairPayments({ payments: [unwrap(payload)] });
	const { payments } = repaired as { payments?: unknown };
	return Array.isArray(payments) ? payments[0] : payload;
}

/** Every known event by its type: part 6 of the interface, then events of services in the field. */
export const events = {
	events_start: event({
		summary: 'the stream is open and the service is ready',
		payload: Type.Object({ tribler_started: Type.Optional(Type.Boolean()), version: text }),
	}),
	search_result_channel: event({ summary: 'a search found a channel', payload: found }),
	search_result_torrent: event({ summary: 'a search found a torrent', payload: found }),
	upgrader_started: event({ summary: 'the upgrader started', payload: emptyObject }),
	upgrader_finished: event({ summary: 'the upgrader finished', payload: emptyObject }),
	upgrader_tick: event({
		summary: 'the upgrader reports progress',
		payload: Type.Object({ text }),
		repair: wrap('text'),
	}),
	watch_folder_corrupt_torrent: event({
		summary: 'a corrupt torrent file is in the watch folder',
		payload: Type.Object({ name: text }),
		repair: wrap('name'),
	}),
	new_version_available: event({
		summary: 'a new version is available',
		payload: Type.Object({ version: text }),
		repair: wrap('version'),
	}),
	tribler_started: event({ summary: 'the start of the core is complete', payload: emptyObject }),
	channel_discovered: event({
		summary: 'a new channel was discovered',
		payload: Type.Object({ name: text, description: text, dispersy_cid: text }),
	}),
	torrent_discovered: event({
		summary: 'a new torrent was discovered',
		payload: Type.Object({
			infohash: text,
			name: text,
			trackers: Type.Optional(Type.Array(Type.String())),
			files: Type.Optional(Type.Array(Type.Object({ name: text, size: Type.Optional(Type.Integer()) }))),
			dispersy_cid: text,
		}),
	}),
	torrent_removed_from_channel: event({
		summary: 'a torrent was removed from a channel',
		payload: Type.Object({ infohash: text, dispersy_cid: text }),
	}),
	torrent_finished: event({
		summary: 'a torrent finished downloading',
		payload: Type.Object({ infohash: Type.String(), name: text }),
	}),
	torrent_error: event({
		summary: 'a download failed',
		payload: Type.Object({ infohash: Type.String(), error: text }),
	}),
	tribler_exception: event({
		summary: 'an exception in the core',
		payload: Type.Object({ text: Type.String() }),
		// A string in [A], {error: {text}} in 7.14, {error} in 8.x.
		repair: (payload) => {
			if (typeof payload !== 'object' || payload === null) return wrap('text')(payload);
			if ('text' in payload || !('error' in payload)) return payload;
			const { error } = payload;
			return typeof error === 'object' && error !== null && 'text' in error
				? { ...payload, text: error.text }
				: { ...payload, text: error };
		},
	}),
	market_ask: ticked('a new ask is known'),
	market_bid: ticked('a new bid is known'),
	market_ask_timeout: ticked('an ask expired'),
	market_bid_timeout: ticked('a bid expired'),
	market_transaction_complete: event({
		summary: 'a transaction is complete',
		payload: Type.Object({ tx: Transaction, mine: Type.Optional(Type.Boolean()) }),
		repair: (payload) =>
			typeof payload === 'object' && payload !== null && !('tx' in payload)
				? { tx: 'transaction' in payload ? payload.transaction : payload }
				: payload,
	}),
	market_payment_received: paid('a payment was received'),
	market_payment_sent: paid('a payment was sent'),
	market_iom_input_required: event({
		summary: 'the payment module needs user input',
		payload: Type.Object({ asset: text, kind: text, question: text }),
	}),
	market_tick_removed: event({
		summary: 'an ask or a bid was cancelled or completed (ours only)',
		payload: Type.Object({ trader_id: Type.String(), order_number: Type.Integer() }),
	}),

	torrent_status_changed: event({
		summary: 'a download changed its status (8.x and ours; 8.x does not send it for every change)',
		payload: Type.Object({ infohash: Type.String(), status: Type.String() }),
		repair: (payload) =>
			isFields(payload) && typeof payload.status === 'string'
				? { ...payload, status: canonicalStatus(payload.status) }
				: payload,
	}),
	torrent_removed: event({
		summary: 'a download was removed, and its data deleted if that was requested (ours only)',
		payload: Type.Object({
			infohash: Type.String(),
			name: text,
			data_removed: Type.Optional(Type.Boolean()),
		}),
	}),
	torrent_seeding_ended: event({
		summary: 'a download was stopped because it reached a limit of seeding (ours only)',
		payload: Type.Object({ infohash: Type.String(), name: text, reason: text }),
	}),
	torrent_health_updated: event({
		summary: "a swarm's health was checked",
		payload: Type.Object({ infohash: Type.String(), ...swarmCounts }),
		aliases: ['torrent_info_updated', 'channel_entity_updated'],
	}),
	torrent_health_progress: event({
		summary: 'a tracker or the DHT answered a health check (ours only)',
		payload: Type.Object({
			infohash: Type.String(),
			tracker: Type.String(),
			seeders: Type.Optional(Type.Integer()),
			leechers: Type.Optional(Type.Integer()),
			error: text,
			remaining: Type.Optional(Type.Integer()),
		}),
	}),
	feed_checked: event({
		summary: 'a feed was checked (ours only)',
		payload: Type.Object({ url: Type.String(), error: text, added: Type.Optional(Type.Integer()) }),
	}),
	tribler_shutdown_state: event({
		summary: 'the service is shutting down',
		payload: Type.Object({ state: Type.String() }),
		repair: wrap('state'),
	}),
} as const;

export type EventType = keyof typeof events;
export type EventPayload<Name extends EventType> = Type.Static<(typeof events)[Name]['payload']>;

/** The names of all known events, those of the interface first. */
export const eventTypes = Object.keys(events) as readonly EventType[];

type KnownEvent = {
	[Name in EventType]: { readonly type: Name; readonly payload: EventPayload<Name> };
}[EventType];

/** An event after decoding. Unknown events are unchanged. */
export type ServiceEvent =
	| KnownEvent
	| { readonly type: 'unknown'; readonly name: string; readonly payload: unknown };

const byName: ReadonlyMap<string, EventType> = new Map(
	eventTypes.flatMap((type) => {
		const entry: EventEntry = events[type];
		return [type, ...(entry.aliases ?? [])].map((name) => [name, type] as const);
	}),
);

/** Decodes the payload of an event. Missing or invalid fields are absent, or empty if required. */
export function readEvent(name: string, payload: unknown): ServiceEvent {
	const type = byName.get(name);
	if (type === undefined) return { type: 'unknown', name, payload };
	const entry: EventEntry = events[type];
	const repaired = entry.repair ? entry.repair(payload) : payload;
	// The table relates name and payload. The compiler cannot follow this through a variable.
	return { type, payload: decode(entry.payload, repaired ?? {}).value } as KnownEvent;
}
