import { expect } from 'vitest';
import { readEvents } from '../../../source/client/events.ts';
import { until } from '../../programs/until.ts';
import { entryIds, publicKey } from '../foreign/world/entries.ts';
import { nested } from '../foreign/world/torrents.ts';
import type { ForeignContext } from './context.ts';

const params = { infohash: nested.infohash };
const torrent = { public_key: publicKey, id: String(entryIds.torrent) };
const unknownEntry = { public_key: publicKey, id: '123' };
const notFound = { kind: 'not-found' };

export const metadataCases = {
	async getHealth({ client, dialect, world }: ForeignContext) {
		const health = await client.getHealth({ params, query: { timeout: 5, refresh: true } });
		if (dialect.health === 'checking') {
			expect(health).toEqual({ checking: true, trackers: [] });
		} else {
			expect(health.checking).toBe(false);
			expect(health.trackers).toEqual([
				{ tracker: 'DHT', infohash: nested.infohash, seeders: 3, leechers: 1, error: '' },
				{
					tracker: 'http://127.0.0.1:6969/announce',
					infohash: nested.infohash,
					seeders: 5,
					leechers: 2,
					error: '',
				},
				{ tracker: 'udp://127.0.0.1:6970/announce', error: 'Timeout' },
			]);
		}

		const abort = new AbortController();
		const events = readEvents(client, abort.signal);
		await events.next();
		await until(() => world.events.listeners === 1);
		expect(await client.getHealth({ params, query: { nowait: true } })).toEqual({
			checking: true,
			trackers: [],
		});
		// Twice, because services in the field repeat themselves.
		for (let times = 0; times < 2; times++) {
			expect((await events.next()).value).toMatchObject({
				type: 'torrent_health_updated',
				payload: {
					infohash: nested.infohash,
					num_seeders: 5,
					num_leechers: 2,
					last_tracker_check: 1_795_207_801,
					health: 'updated',
				},
			});
		}
		abort.abort();
	},

	async listEntries({ client }: ForeignContext) {
		const entries = await client.listEntries({ params: torrent });
		expect(entries).toMatchObject([
			{
				type: 300,
				id: entryIds.torrent,
				origin_id: entryIds.channel,
				public_key: publicKey,
				status: 2,
				name: 'nested',
				category: 'other',
				infohash: nested.infohash,
				size: 71_456,
				num_seeders: 0,
				num_leechers: 0,
				last_tracker_check: 0,
				created: 1_795_207_917,
			},
		]);
		const [channel] = await client.listEntries({ params: { ...torrent, id: String(entryIds.channel) } });
		expect(channel).toMatchObject({
			id: entryIds.channel,
			origin_id: 0n,
			torrents: 0,
			state: 'Personal',
			subscribed: true,
			votes: 0,
			dirty: false,
			description_flag: false,
			// An unknown field is kept.
			tag_processor_version: 0,
		});
		await expect(client.listEntries({ params: unknownEntry })).rejects.toMatchObject({
			...notFound,
			message: 'entry not found in database',
		});
	},

	async changeEntry({ client, world }: ForeignContext) {
		const body = { name: 'renamed', category: 'video', status: 1, origin_id: 9_007_199_254_740_993n };
		expect(await client.changeEntry({ params: torrent, body })).toMatchObject([
			{ id: entryIds.torrent, name: 'renamed', category: 'video', status: 1, origin_id: body.origin_id },
		]);
		expect(world.entries[1]).toMatchObject(body);
		await expect(client.changeEntry({ params: unknownEntry, body })).rejects.toMatchObject(notFound);
	},

	async changeEntries({ client, server, world }: ForeignContext) {
		const body = [
			{ public_key: publicKey, id: entryIds.torrent, name: 'renamed' },
			{ public_key: publicKey, id: entryIds.channel, status: 1000 },
		];
		expect(await client.changeEntries({ body })).toMatchObject([
			{ id: entryIds.torrent, name: 'renamed' },
			{ id: entryIds.channel, name: 'My chan', status: 1000 },
		]);
		expect(world.entries).toMatchObject([{ status: 1000 }, { name: 'renamed' }]);
		// Also exact in requests.
		expect(server.bodies[0]?.text).toContain(`"id":${entryIds.torrent}`);
		await expect(
			client.changeEntries({ body: [{ public_key: publicKey, id: 123n, name: 'x' }] }),
		).rejects.toMatchObject(notFound);
	},

	async removeEntries({ client, world }: ForeignContext) {
		const body = [{ public_key: publicKey, id: entryIds.torrent }];
		expect(await client.removeEntries({ body })).toMatchObject([
			{ public_key: publicKey, id: entryIds.torrent, state: 'Deleted' },
		]);
		expect(world.entries.map(({ id }) => id)).toEqual([entryIds.channel]);
		expect(await client.removeEntries({ body: [] })).toEqual([]);
		await expect(client.removeEntries({ body })).rejects.toMatchObject({
			status: 400,
			message: `Entry ${entryIds.torrent} not found`,
		});
	},
} as const;
