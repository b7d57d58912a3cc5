import { expect } from 'vitest';
import { NO_OWN_CHANNEL } from '../foreign/resources/channel.ts';
import { channelIds } from '../foreign/world/channel.ts';
import { nested, single } from '../foreign/world/torrents.ts';
import type { ForeignContext } from './context.ts';

const own = { channelid: channelIds.own };
const unknownChannel = { channelid: 'nobody' };
const first = { ...own, playlistid: '1' };
const notFound = { kind: 'not-found' };
const figures = { category: 'other', num_seeders: 5, num_leechers: 2, last_tracker_check: 1_795_206_000 };

export const channelCases = {
	async getMyChannel({ client, world }: ForeignContext) {
		expect(await client.getMyChannel()).toEqual({
			overview: { name: 'My channel', description: 'things', identifier: channelIds.own },
		});
		world.channel = undefined;
		await expect(client.getMyChannel()).rejects.toMatchObject({
			...notFound,
			message: NO_OWN_CHANNEL,
		});
	},

	async changeMyChannel({ client, dialect, world }: ForeignContext) {
		const body = { name: 'Été & co', description: 'a=b&c=d' };
		expect(await client.changeMyChannel({ body })).toEqual({ modified: true });
		expect(world.channel).toMatchObject(body);
		const nameless = client.changeMyChannel({ body: { description: 'new' } });
		if (dialect.family === 'document') expect(await nameless).toEqual({ modified: true });
		else await expect(nameless).rejects.toMatchObject({ kind: 'refused', status: 400 });
		world.channel = undefined;
		await expect(client.changeMyChannel({ body })).rejects.toMatchObject(notFound);
	},

	async listPlaylists({ client }: ForeignContext) {
		const { playlists } = await client.listPlaylists({ params: own });
		expect(playlists).toEqual([
			{
				id: 1,
				name: 'First',
				description: 'one',
				torrents: [{ id: 11n, infohash: nested.infohash, name: 'nested', size: 71_456, ...figures }],
			},
		]);
		const unfiltered = await client.listPlaylists({ params: own, query: { disable_filter: true } });
		expect(unfiltered.playlists[0]?.torrents?.map(({ name }) => name)).toEqual(['nested', 'single.bin']);
		// The field is left out for off. 'false' would differ from the expected 1, but so would 0.
		const filtered = await client.listPlaylists({ params: own, query: { disable_filter: false } });
		expect(filtered.playlists[0]?.torrents).toHaveLength(1);
		await expect(client.listPlaylists({ params: unknownChannel })).rejects.toMatchObject(notFound);
	},

	async createPlaylist({ client, world }: ForeignContext) {
		const body = { name: 'Second', description: 'two' };
		expect(await client.createPlaylist({ params: own, body })).toEqual({ created: true });
		expect(world.channel?.playlists[1]).toEqual({ id: 2, ...body, torrents: [] });
		const empty = client.createPlaylist({ params: own, body: { name: '', description: 'x' } });
		await expect(empty).rejects.toMatchObject({ kind: 'refused', status: 400 });
		await expect(client.createPlaylist({ params: unknownChannel, body })).rejects.toMatchObject(notFound);
		// Other users' channels refuse writes.
		await expect(
			client.createPlaylist({ params: { channelid: channelIds.foreign }, body }),
		).rejects.toMatchObject({ kind: 'refused', status: 401 });
	},

	async changePlaylist({ client, dialect, world }: ForeignContext) {
		const body = { name: 'Renamed', description: 'new' };
		expect(await client.changePlaylist({ params: first, body })).toEqual({ modified: true });
		expect(world.channel?.playlists[0]).toMatchObject(body);
		const empty = client.changePlaylist({ params: first, body: { name: 'x', description: '' } });
		await expect(empty).rejects.toMatchObject(dialect.family === 'document' ? notFound : { status: 400 });
		await expect(client.changePlaylist({ params: { ...own, playlistid: '9' }, body })).rejects.toMatchObject(
			notFound,
		);
	},

	async removePlaylist({ client, world }: ForeignContext) {
		expect(await client.removePlaylist({ params: first })).toEqual({ removed: true });
		expect(world.channel?.playlists).toEqual([]);
		await expect(client.removePlaylist({ params: first })).rejects.toMatchObject(notFound);
	},

	async addToPlaylist({ client, world }: ForeignContext) {
		world.channel?.playlists.push({ id: 2, name: 'Second', description: 'two', torrents: [] });
		const params = { ...own, playlistid: '2', infohash: single.infohash };
		expect(await client.addToPlaylist({ params })).toEqual({ added: true });
		expect(world.channel?.playlists[1]?.torrents.map(({ name }) => name)).toEqual(['single.bin']);
		await expect(client.addToPlaylist({ params })).rejects.toMatchObject({ kind: 'refused', status: 409 });
		await expect(
			client.addToPlaylist({ params: { ...params, infohash: '0'.repeat(40) } }),
		).rejects.toMatchObject(notFound);
	},

	async removeFromPlaylist({ client, world }: ForeignContext) {
		const params = { ...first, infohash: nested.infohash };
		expect(await client.removeFromPlaylist({ params })).toEqual({ removed: true });
		expect(world.channel?.playlists[0]?.torrents?.map(({ name }) => name)).toEqual(['single.bin']);
		await expect(client.removeFromPlaylist({ params })).rejects.toMatchObject(notFound);
	},
} as const;
