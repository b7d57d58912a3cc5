import { expect } from 'vitest';
import { readEvents } from '../../../source/client/events.ts';
import { nested } from '../foreign/world/torrents.ts';
import type { ForeignContext } from './context.ts';

export const coreCases = {
	async getSession({ client }: ForeignContext) {
		expect(await client.getSession({ query: { hop: 0 } })).toEqual({
			hop: 0,
			settings: { 'peer.error_peers': 0, 'net.sent_bytes': 9_007_199_254_740_993n, rate: 1 },
		});
		// A session that does not exist is empty.
		expect(await client.getSession({ query: { hop: 9 } })).toEqual({ hop: 9, settings: {} });
	},

	async getSettings({ client }: ForeignContext) {
		expect(await client.getSettings()).toEqual({
			hop: 0,
			settings: { user_agent: 'Foreign/1.0', listen_interfaces: '0.0.0.0:7790', enable_dht: true },
		});
		expect(await client.getSettings({ query: { hop: 1 } })).toEqual({ hop: 1, settings: {} });
	},

	async getState({ client, world }: ForeignContext) {
		// The text stays without a fault; it is no error.
		expect(await client.getState()).toEqual({
			state: 'STARTED',
			last_exception: null,
			readable_state: 'Started',
		});
		world.starting = true;
		expect(await client.getState()).toMatchObject({
			state: 'STARTING',
			readable_state: 'Upgrading Tribler…',
		});
	},

	async openEvents({ client, dialect, world }: ForeignContext) {
		const abort = new AbortController();
		const faults: string[] = [];
		const events = readEvents(client, abort.signal, (fault) => faults.push(fault));
		const next = async () => (await events.next()).value;
		expect(await next()).toMatchObject({ type: 'events_start', payload: { version: dialect.version } });

		world.events.emit('torrent_finished', { infohash: nested.infohash, name: 'nëstéd 😀', hidden: false });
		expect(await next()).toMatchObject({
			type: 'torrent_finished',
			payload: { infohash: nested.infohash, name: 'nëstéd 😀', hidden: false },
		});
		world.events.emit('something_new', { id: 485_715_071_346_326_385n });
		expect(await next()).toEqual({
			type: 'unknown',
			name: 'something_new',
			payload: { id: 485_715_071_346_326_385n },
		});
		// An unreadable event is a fault, and the stream continues.
		world.events.raw('data: nothing\n\n');
		world.events.emit('tribler_started', dialect.framing === 'topic' ? undefined : {});
		expect(await next()).toMatchObject({ type: 'tribler_started' });
		expect(faults).toHaveLength(1);
		abort.abort();
	},
} as const;
