import { expect, test } from 'vitest';
import { eventTypes, readEvent, type ServiceEvent } from '../../../source/protocol/events/events.ts';
import { stringifyExact } from '../../../source/protocol/exact-json.ts';
import { FrameReader } from '../../../source/protocol/framing.ts';

/** Returns the decoded events in the bytes of a service. */
function read(bytes: string): ServiceEvent[] {
	return new FrameReader().read(Buffer.from(bytes)).map((message) => {
		if ('fault' in message) throw new Error(message.fault);
		return readEvent(message.name, message.payload);
	});
}

const to74 = (type: string, event?: unknown) => `${JSON.stringify({ type, event })}\n`;
const to711 = (type: string, event?: unknown) => `data: ${JSON.stringify({ type, event })}\n\n`;
const to714 = (topic: string, kwargs: unknown) => `data: ${JSON.stringify({ topic, args: [], kwargs })}\n\n`;
const to714Args = (topic: string, ...args: unknown[]) =>
	`data: ${JSON.stringify({ topic, args, kwargs: {} })}\n\n`;
const from8 = (topic: string, payload: unknown) => `event: ${topic}\ndata: ${JSON.stringify(payload)}\n\n`;

const infohash = '559127e8262117a2c067accb6fd562778b1c54a3';
const health = { infohash, num_seeders: 3, num_leechers: 4, last_tracker_check: 1795207801 };
const tick = {
	trader_id: 'ab',
	timeout: 3600,
	assets: { first: { amount: 10, type: 'BTC' }, second: { amount: 20, type: 'MB' } },
	traded: 0,
	timestamp: 1.5,
	order_number: 7,
};
const transaction = {
	trader_id: 'ab',
	order_number: 1,
	partner_trader_id: 'cd',
	partner_order_number: 2,
	transaction_number: 3,
	assets: tick.assets,
	transferred: tick.assets,
	timestamp: 1.5,
	payment_complete: true,
};
const payment = {
	trader_id: 'ab',
	transaction_number: 3,
	price: 1,
	price_type: 'BTC',
	quantity: 2,
	quantity_type: 'MB',
	transferred_quantity: 2,
	payment_id: 'p',
	address_from: 'a',
	address_to: 'b',
	timestamp: 1.5,
};

test.each([
	// The health of a swarm, requested with nowait: another name and another place in each dialect.
	['7.3', to74('torrent_info_updated', { ...health, health: 'updated' }), 'torrent_health_updated', health],
	[
		'7.11',
		to711('channel_entity_updated', { ...health, health: 'updated' }),
		'torrent_health_updated',
		health,
	],
	['7.14', to714Args('channel_entity_updated', { ...health }), 'torrent_health_updated', health],
	['8.x', from8('torrent_health_updated', health), 'torrent_health_updated', health],

	['7.3', to74('tribler_exception', { text: 'boom' }), 'tribler_exception', { text: 'boom' }],
	[
		'7.14',
		to714('tribler_exception', { error: { type: 'E', text: 'boom', event: {} } }),
		'tribler_exception',
		{ text: 'boom' },
	],
	[
		'8.x',
		from8('tribler_exception', { error: 'boom', traceback: 't' }),
		'tribler_exception',
		{ text: 'boom' },
	],
	['7.11', to711('tribler_shutdown_state', 'Saving'), 'tribler_shutdown_state', { state: 'Saving' }],
	['7.14', to714Args('tribler_shutdown_state', 'Saving'), 'tribler_shutdown_state', { state: 'Saving' }],
	[
		'8.x',
		from8('tribler_shutdown_state', { state: 'Saving' }),
		'tribler_shutdown_state',
		{ state: 'Saving' },
	],
	[
		'8.x',
		from8('torrent_status_changed', { infohash, status: 'DLSTATUS_SEEDING' }),
		'torrent_status_changed',
		{ infohash, status: 'SEEDING' },
	],
	[
		'8.x',
		from8('events_start', { public_key: 'k', version: '8.1.3', sessions: '2' }),
		'events_start',
		{ version: '8.1.3' },
	],

	// Generation A only.
	['7.3', to74('upgrader_started'), 'upgrader_started', {}],
	['7.3', to74('upgrader_tick', { text: 'Half of it' }), 'upgrader_tick', { text: 'Half of it' }],
	['7.3', to74('upgrader_tick', 'Half of it'), 'upgrader_tick', { text: 'Half of it' }],
	['7.3', to74('upgrader_finished', null), 'upgrader_finished', {}],
	[
		'7.3',
		to74('watch_folder_corrupt_torrent', { name: 'x.torrent' }),
		'watch_folder_corrupt_torrent',
		{ name: 'x.torrent' },
	],
	[
		'7.3',
		to74('watch_folder_corrupt_torrent', 'x.torrent'),
		'watch_folder_corrupt_torrent',
		{ name: 'x.torrent' },
	],
	['7.3', to74('new_version_available', { version: '7.4.0' }), 'new_version_available', { version: '7.4.0' }],
	['7.14', to714Args('tribler_new_version', '8.0'), 'unknown', '8.0'],
	['7.3', to74('tribler_started'), 'tribler_started', {}],
	[
		'7.3',
		to74('search_result_channel', { query: 'q', result: { name: 'c' } }),
		'search_result_channel',
		{ query: 'q', result: { name: 'c' } },
	],
	[
		'7.3',
		to74('search_result_torrent', { query: 'q', result: { name: 't' } }),
		'search_result_torrent',
		{ query: 'q', result: { name: 't' } },
	],
	[
		'7.3',
		to74('channel_discovered', { name: 'n', description: 'd', dispersy_cid: 'c' }),
		'channel_discovered',
		{ name: 'n', description: 'd', dispersy_cid: 'c' },
	],
	[
		'7.3',
		to74('torrent_discovered', {
			infohash,
			name: 'n',
			trackers: ['u'],
			files: [{ name: 'f', size: 7 }],
			dispersy_cid: 'c',
		}),
		'torrent_discovered',
		{ infohash, name: 'n', trackers: ['u'], files: [{ name: 'f', size: 7 }], dispersy_cid: 'c' },
	],
	[
		'7.3',
		to74('torrent_removed_from_channel', { infohash, dispersy_cid: 'c' }),
		'torrent_removed_from_channel',
		{ infohash, dispersy_cid: 'c' },
	],
	[
		'7.3',
		to74('torrent_error', { infohash, error: 'disk full' }),
		'torrent_error',
		{ infohash, error: 'disk full' },
	],
	...['market_ask', 'market_bid', 'market_ask_timeout', 'market_bid_timeout'].flatMap((name) => [
		['7.2', to74(name, tick), name, tick] as const,
		['a field of its own', to74(name, { [name.includes('ask') ? 'ask' : 'bid']: tick }), name, tick] as const,
	]),
	[
		'7.2',
		to74('market_transaction_complete', { tx: transaction, mine: true }),
		'market_transaction_complete',
		{ tx: transaction, mine: true },
	],
	[
		'the transaction alone',
		to74('market_transaction_complete', transaction),
		'market_transaction_complete',
		{ tx: transaction },
	],
	['7.2', to74('market_payment_received', payment), 'market_payment_received', payment],
	[
		'releases',
		to74('market_payment_sent', {
			trader_id: 'ab',
			transaction_number: 3,
			transferred: { amount: 7, type: 'MB' },
		}),
		'market_payment_sent',
		{ transferred_quantity: 7, quantity_type: 'MB' },
	],
	['a field of its own', to74('market_payment_sent', { payment }), 'market_payment_sent', payment],
	['7.2', to74('market_iom_input_required', { name: 'n' }), 'market_iom_input_required', {}],
] as const)('%s: %s', (_, bytes, type, payload) => {
	const [event] = read(bytes);
	expect(event?.type).toBe(type);
	if (typeof payload === 'string') expect(event?.payload).toBe(payload);
	// Amounts are exact decimals. In JSON they are numbers.
	else expect(JSON.parse(stringifyExact(event?.payload))).toMatchObject(payload);
});

test('an id beyond 2^53 is exact in every dialect', () => {
	const id = 485715071346326385n;
	for (const bytes of [
		`{"type":"x","event":{"id":${id}}}\n`,
		`data: {"type":"x","event":{"id":${id}}}\n\n`,
		`data: {"topic":"x","kwargs":{"id":${id}}}\n\n`,
		`data: {"topic":"x","args":[{"id":${id}}]}\n\n`,
		`event: x\ndata: {"id":${id}}\n\n`,
	]) {
		expect(read(bytes)).toEqual([{ type: 'unknown', name: 'x', payload: { id } }]);
	}
});

test('the table holds the interface’s events first', () => {
	expect(eventTypes.slice(0, 23)).toContain('market_iom_input_required');
	expect(eventTypes).toHaveLength(31);
});
