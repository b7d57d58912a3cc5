import { expect, test } from 'vitest';
import { readEvents } from '../../source/client/events.ts';
import type { ServiceEvent } from '../../source/protocol/events/events.ts';
import { exact } from '../fixtures/exact.ts';
import type { Dialect, Framing } from './foreign/dialect.ts';
import { dialects } from './foreign/dialects.ts';
import type { Calling } from './foreign/world/events.ts';
import {
	createOrders,
	marketAmounts,
	marketTrader,
	payments,
	tickOf,
	transaction,
} from './foreign/world/market.ts';
import { nested } from './foreign/world/torrents.ts';
import { type ForeignContext, withForeign } from './foreign-cases/context.ts';

/** One event as a dialect sends it, and as the decoder returns it. */
interface EventCase {
	readonly name: string;
	readonly payload: unknown;
	readonly calling?: Calling;
	readonly read: { readonly type: ServiceEvent['type']; readonly payload?: object };
}

const { infohash } = nested;
const order = createOrders()[0];
const tick = order ? tickOf(order) : {};
const health = {
	infohash,
	num_seeders: 5,
	num_leechers: 2,
	last_tracker_check: 1_795_207_801,
	health: 'updated',
};
const readHealth = { infohash, num_seeders: 5, num_leechers: 2, last_tracker_check: 1_795_207_801 };

const everywhere: readonly EventCase[] = [
	{
		name: 'torrent_finished',
		payload: { infohash, name: 'nested', hidden: false },
		read: { type: 'torrent_finished', payload: { infohash, name: 'nested', hidden: false } },
	},
	{ name: 'something_new', payload: { a: 1 }, read: { type: 'unknown', payload: { a: 1 } } },
];

/** Releases of generation A, and with a market. */
const generationA: readonly EventCase[] = [
	{ name: 'upgrader_started', payload: {}, read: { type: 'upgrader_started' } },
	{
		name: 'upgrader_tick',
		payload: { text: 'step 2' },
		read: { type: 'upgrader_tick', payload: { text: 'step 2' } },
	},
	{ name: 'upgrader_finished', payload: {}, read: { type: 'upgrader_finished' } },
	{
		name: 'watch_folder_corrupt_torrent',
		payload: { name: 'a.torrent' },
		read: { type: 'watch_folder_corrupt_torrent', payload: { name: 'a.torrent' } },
	},
	{
		name: 'new_version_available',
		payload: { version: '7.4' },
		read: { type: 'new_version_available', payload: { version: '7.4' } },
	},
	{
		name: 'torrent_error',
		payload: { infohash, error: 'disk full' },
		read: { type: 'torrent_error', payload: { infohash, error: 'disk full' } },
	},
	{
		name: 'tribler_exception',
		payload: { text: 'Traceback\n boom' },
		read: { type: 'tribler_exception', payload: { text: 'Traceback\n boom' } },
	},
	{
		name: 'search_result_torrent',
		payload: { query: 'x', result: { id: 1 } },
		read: { type: 'search_result_torrent', payload: { query: 'x', result: { id: 1 } } },
	},
	{
		name: 'market_ask',
		payload: tick,
		read: { type: 'market_ask', payload: { trader_id: marketTrader, order_number: 1 } },
	},
	{
		name: 'market_bid_timeout',
		payload: tick,
		read: { type: 'market_bid_timeout', payload: { trader_id: marketTrader } },
	},
	{
		name: 'market_transaction_complete',
		payload: { tx: transaction, mine: 1 },
		read: { type: 'market_transaction_complete', payload: { tx: { transaction_number: 7 }, mine: true } },
	},
	{
		name: 'market_payment_received',
		payload: payments.transferred,
		read: {
			type: 'market_payment_received',
			payload: {
				payment_id: 'p-1',
				success: true,
				transferred_quantity: exact(marketAmounts.transferredFirst),
				quantity_type: 'MB',
			},
		},
	},
	{
		name: 'torrent_info_updated',
		payload: health,
		read: { type: 'torrent_health_updated', payload: readHealth },
	},
];

const byFraming: Readonly<Record<Framing, readonly EventCase[]>> = {
	line: generationA,
	type: [
		{
			name: 'channel_entity_updated',
			payload: health,
			read: { type: 'torrent_health_updated', payload: readHealth },
		},
		{
			name: 'tribler_shutdown_state',
			payload: 'Saving configuration...',
			read: { type: 'tribler_shutdown_state', payload: { state: 'Saving configuration...' } },
		},
	],
	topic: [
		{
			name: 'channel_entity_updated',
			payload: health,
			calling: 'argument',
			read: { type: 'torrent_health_updated', payload: readHealth },
		},
		{
			name: 'tribler_shutdown_state',
			payload: 'Saving configuration...',
			calling: 'argument',
			read: { type: 'tribler_shutdown_state', payload: { state: 'Saving configuration...' } },
		},
		{
			name: 'tribler_exception',
			payload: { error: { type: 'ValueError', text: 'boom', event: {}, long_text: 'Traceback\n…' } },
			read: { type: 'tribler_exception', payload: { text: 'boom' } },
		},
	],
	event: [
		{
			name: 'torrent_health_updated',
			payload: health,
			read: { type: 'torrent_health_updated', payload: readHealth },
		},
		{
			name: 'tribler_shutdown_state',
			payload: { state: 'Saving' },
			read: { type: 'tribler_shutdown_state', payload: { state: 'Saving' } },
		},
		{
			name: 'tribler_exception',
			payload: { error: 'boom', traceback: 'Traceback\n…' },
			read: { type: 'tribler_exception', payload: { text: 'boom' } },
		},
		{
			name: 'torrent_status_changed',
			payload: { infohash, status: 'WAITING_FOR_HASHCHECK' },
			read: { type: 'torrent_status_changed', payload: { infohash, status: 'WAITING4HASHCHECK' } },
		},
	],
};

const casesOf = ({ framing }: Dialect) => [...everywhere, ...byFraming[framing]];

async function opened({ client }: ForeignContext): Promise<AsyncGenerator<ServiceEvent>> {
	const events = readEvents(client, new AbortController().signal);
	expect((await events.next()).value).toMatchObject({ type: 'events_start' });
	return events;
}

test.each(dialects)('$name: every event is decoded to the canonical shape', (dialect) =>
	withForeign(dialect, async (context) => {
		const events = await opened(context);
		for (const { name, payload, calling, read } of casesOf(dialect)) {
			context.world.events.emit(name, payload, calling);
			const { value } = await events.next();
			expect(value).toMatchObject(read);
		}
	}),
);

test.each(dialects)('$name: bytes may arrive one at a time, or all at once', (dialect) =>
	withForeign(dialect, async (context) => {
		const events = await opened(context);
		const { events: stream } = context.world;
		const text = stream.framed('torrent_finished', { infohash, name: 'ünï 中文 😀' });
		for (const byte of Buffer.from(text)) stream.raw(Uint8Array.of(byte));
		stream.raw(text + text);
		for (let times = 0; times < 3; times++) {
			expect((await events.next()).value).toMatchObject({ payload: { name: 'ünï 中文 😀' } });
		}
	}),
);

test.each(dialects)('$name: events end with the stream', (dialect) =>
	withForeign(dialect, async (context) => {
		const events = await opened(context);
		context.world.events.end();
		expect((await events.next()).done).toBe(true);
	}),
);
