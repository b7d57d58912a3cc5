import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { events, readEvent } from '../../../source/protocol/events/events.ts';

test.each([
	[
		'events_start',
		{ tribler_started: true, version: '7.11.0' },
		{ tribler_started: true, version: '7.11.0' },
	],
	['events_start', { public_key: 'ab', version: '7.14.0' }, { public_key: 'ab', version: '7.14.0' }],
	['events_start', { version: null }, {}],
	['tribler_started', undefined, {}],
	[
		'torrent_finished',
		{ infohash: 'ab', name: 'n', hidden: false },
		{ infohash: 'ab', name: 'n', hidden: false },
	],
	['torrent_error', { infohash: 'ab', error: 'disk full' }, { infohash: 'ab', error: 'disk full' }],
	[
		'torrent_status_changed',
		{ infohash: 'ab', status: 'DLSTATUS_SEEDING' },
		{ infohash: 'ab', status: 'SEEDING' },
	],
	['tribler_exception', { text: 'boom' }, { text: 'boom' }],
	['tribler_exception', 'boom', { text: 'boom' }],
	[
		'tribler_exception',
		{ error: { type: 'ValueError', text: 'boom', long_text: '…' } },
		{ error: { type: 'ValueError', text: 'boom', long_text: '…' }, text: 'boom' },
	],
	['tribler_exception', { error: 'boom', traceback: 't' }, { error: 'boom', traceback: 't', text: 'boom' }],
	['tribler_shutdown_state', 'Saving', { state: 'Saving' }],
	['tribler_shutdown_state', { state: 'Saving' }, { state: 'Saving' }],
])('readEvent decodes %s with %j', (type, payload, expected) => {
	expect(readEvent(type, payload)).toEqual({ type, payload: expected });
});

describe('unknown events', () => {
	test.each(['channel_torrent_added', '', '__proto__', 'constructor', 'toString'])(
		'%j is passed on',
		(name) => {
			const payload = { infohash: 'ab', deep: [1] };
			expect(readEvent(name, payload)).toEqual({ type: 'unknown', name, payload });
		},
	);

	test('a known event never throws on any payload', () => {
		fc.assert(
			fc.property(fc.constantFrom(...Object.keys(events)), fc.jsonValue(), (name, payload) => {
				const event = readEvent(name, payload);
				expect(event.type).toBe(name);
				expect(typeof event.payload).toBe('object');
			}),
		);
	});
});
