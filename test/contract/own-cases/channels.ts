import { expect } from 'vitest';
import { readEvents } from '../../../source/client/events.ts';
import { ANY_INFOHASH } from '../../../source/protocol/endpoints/channel.ts';
import type { CaseContext } from './all.ts';
import { ownChannel, withOwnChannel } from './own-channel.ts';

const notFound = { kind: 'not-found' };
const missing = '0'.repeat(40);
const nobody = { channelid: 'f'.repeat(64) };
const swarm = { num_seeders: 0, num_leechers: 0, last_tracker_check: 0 };

/** Cases of channels and playlists. No other service is connected. */
export const channelCases = {
	async getMyChannel({ client }: CaseContext) {
		const identifier = await ownChannel(client);
		expect(identifier).toMatch(/^[0-9a-f]{64}$/);
		expect(await client.getMyChannel()).toEqual({
			overview: { name: 'Mine', description: 'things', identifier },
		});
	},

	async createMyChannel({ client }: CaseContext) {
		await ownChannel(client);
		const again = client.createMyChannel({ body: { name: 'Another' } });
		await expect(again).rejects.toMatchObject({ kind: 'refused', status: 409 });
		for (const name of ['', ' ', 'x'.repeat(201)])
			await expect(client.createMyChannel({ body: { name } })).rejects.toMatchObject({ kind: 'refused' });
	},

	async changeMyChannel({ client }: CaseContext) {
		await ownChannel(client);
		const overview = async () => (await client.getMyChannel()).overview;
		expect(await client.changeMyChannel({ body: { name: 'Été & co' } })).toEqual({ modified: true });
		expect(await overview()).toMatchObject({ name: 'Été & co', description: 'things' });
		await client.changeMyChannel({ body: { name: 'Mine', description: 'a=b&c=d' } });
		expect(await overview()).toMatchObject({ name: 'Mine', description: 'a=b&c=d' });
		await client.changeMyChannel({ body: { description: 'things' } });
		const bad = [{}, { name: '' }, { name: 'x'.repeat(201) }, { description: 'x'.repeat(2_001) }];
		for (const body of bad)
			await expect(client.changeMyChannel({ body })).rejects.toMatchObject({ status: 400 });
		expect(await overview()).toMatchObject({ name: 'Mine', description: 'things' });
	},

	async listChannels(context: CaseContext) {
		const { client } = context;
		await withOwnChannel(context, async ({ channelid }) => {
			expect((await client.listChannels()).channels).toMatchObject([
				{ identifier: channelid, name: 'Mine', description: 'things', torrents: 1, own: true },
			]);
		});
	},

	async listChannelTorrents(context: CaseContext) {
		const { client, infohash } = context;
		await withOwnChannel(context, async ({ channelid }) => {
			const { torrents } = await client.listChannelTorrents({ params: { channelid } });
			expect(torrents).toMatchObject([
				{ infohash, name: 'contract', size: 300_000, category: 'Other', trackers: [], ...swarm },
			]);
			const params = { channelid: channelid.toUpperCase() };
			expect((await client.listChannelTorrents({ params })).torrents).toHaveLength(1);
			// An adult category is left out.
			const body = { category: 'xxx' };
			await client.changeEntry({ params: { public_key: channelid, id: String(torrents[0]?.id) }, body });
			expect((await client.listChannelTorrents({ params })).torrents).toEqual([]);
			const query = { disable_filter: true };
			expect((await client.listChannelTorrents({ params, query })).torrents).toHaveLength(1);
			expect((await client.listChannels()).channels).toMatchObject([{ torrents: 1 }]);
			await client.removeChannelTorrent({ params: { channelid, infohash } });
		});
		await expect(client.listChannelTorrents({ params: nobody })).rejects.toMatchObject(notFound);
	},

	async addChannelTorrent(context: CaseContext) {
		const { client, infohash, torrentPath: uri, dataFolder } = context;
		const abort = new AbortController();
		const events = readEvents(client, abort.signal);
		await events.next();
		await withOwnChannel(context, async ({ channelid }) => {
			const params = { channelid, infohash };
			const files = [
				{ name: 'a/one.bin', size: 200_000 },
				{ name: 'two.bin', size: 100_000 },
			];
			for (;;) {
				const { value } = await events.next();
				if (value?.type !== 'torrent_discovered') continue;
				expect(value.payload).toEqual({
					infohash,
					name: 'contract',
					trackers: [],
					files,
					dispersy_cid: channelid,
				});
				break;
			}
			const again = client.addChannelTorrent({ params, body: { uri } });
			await expect(again).rejects.toMatchObject({ kind: 'refused', status: 409 });
			await client.removeChannelTorrent({ params });
			expect((await events.next()).value).toEqual({
				type: 'torrent_removed_from_channel',
				payload: { infohash, dispersy_cid: channelid },
			});
			// Without a URI it is a download.
			await expect(client.addChannelTorrent({ params, body: {} })).rejects.toMatchObject(notFound);
			await client.addDownload({ body: { uri, destination: dataFolder } });
			expect(await client.addChannelTorrent({ params, body: {} })).toEqual({ added: true });
			const other = { channelid, infohash: missing };
			const wrong = client.addChannelTorrent({ params: other, body: { uri } });
			await expect(wrong).rejects.toMatchObject({ status: 400 });
			const magnet = { uri: `magnet:?xt=urn:btih:${missing}&dn=linked` };
			await client.addChannelTorrent({ params: other, body: magnet });
			const { torrents } = await client.listChannelTorrents({ params: { channelid } });
			expect(torrents.map(({ name }) => name)).toEqual(['contract', 'linked']);
			expect(torrents[1]?.size).toBeUndefined();
			expect(torrents.every(({ id }) => id > 0n)).toBe(true);
			// The infohash is that of the URI, and only of a URI.
			const byUri = { channelid, infohash: ANY_INFOHASH };
			await client.removeChannelTorrent({ params: other });
			expect(await client.addChannelTorrent({ params: byUri, body: magnet })).toEqual({ added: true });
			await expect(client.addChannelTorrent({ params: byUri, body: magnet })).rejects.toMatchObject({
				status: 409,
			});
			await expect(client.addChannelTorrent({ params: byUri, body: {} })).rejects.toMatchObject(notFound);
			const added = (await client.listChannelTorrents({ params: { channelid } })).torrents;
			expect(added.map((torrent) => torrent.infohash)).toEqual([infohash, missing]);
		});
		abort.abort();
		const unknown = client.addChannelTorrent({ params: { ...nobody, infohash }, body: { uri } });
		await expect(unknown).rejects.toMatchObject(notFound);
	},

	async removeChannelTorrent(context: CaseContext) {
		const { client, infohash } = context;
		await withOwnChannel(context, async ({ channelid, playlistid }) => {
			await client.addToPlaylist({ params: { channelid, playlistid, infohash } });
			const params = { channelid, infohash: infohash.toUpperCase() };
			expect(await client.removeChannelTorrent({ params })).toEqual({ removed: true });
			const { playlists } = await client.listPlaylists({ params: { channelid } });
			expect(playlists).toMatchObject([{ torrents: [] }]);
			await expect(client.removeChannelTorrent({ params })).rejects.toMatchObject(notFound);
		});
	},

	async listPlaylists(context: CaseContext) {
		const { client, infohash } = context;
		await withOwnChannel(context, async ({ channelid, playlistid }) => {
			await client.addToPlaylist({ params: { channelid, playlistid, infohash } });
			const { torrents } = await client.listChannelTorrents({ params: { channelid } });
			const id = torrents[0]?.id;
			const listed = { id, infohash, name: 'contract', size: 300_000, category: 'Other', ...swarm };
			expect(await client.listPlaylists({ params: { channelid } })).toEqual({
				playlists: [{ id: Number(playlistid), name: 'First', description: '', torrents: [listed] }],
			});
			const params = { public_key: channelid, id: String(id) };
			await client.changeEntry({ params, body: { category: 'xxx' } });
			const filtered = await client.listPlaylists({ params: { channelid } });
			expect(filtered.playlists[0]?.torrents).toEqual([]);
			const query = { disable_filter: true };
			const all = await client.listPlaylists({ params: { channelid }, query });
			expect(all.playlists[0]?.torrents).toHaveLength(1);
			await client.removeChannelTorrent({ params: { channelid, infohash } });
		});
		await expect(client.listPlaylists({ params: nobody })).rejects.toMatchObject(notFound);
	},

	async createPlaylist(context: CaseContext) {
		const { client } = context;
		const body = { name: 'Second', description: 'two' };
		await withOwnChannel(context, async ({ channelid }) => {
			const params = { channelid };
			expect(await client.createPlaylist({ params, body })).toEqual({ created: true });
			const { playlists } = await client.listPlaylists({ params });
			expect(playlists).toMatchObject([{ name: 'First' }, { ...body, torrents: [] }]);
			const bad = [
				{ name: '', description: 'x' },
				{ name: 'x', description: 'x'.repeat(2_001) },
			];
			for (const wrong of bad)
				await expect(client.createPlaylist({ params, body: wrong })).rejects.toMatchObject({ status: 400 });
		});
		await expect(client.createPlaylist({ params: nobody, body })).rejects.toMatchObject(notFound);
	},

	async changePlaylist(context: CaseContext) {
		const { client } = context;
		await withOwnChannel(context, async (params) => {
			const body = { name: 'Renamed', description: 'new' };
			expect(await client.changePlaylist({ params, body })).toEqual({ modified: true });
			await client.changePlaylist({ params, body: { name: 'Again' } });
			expect((await client.listPlaylists({ params })).playlists).toMatchObject([
				{ name: 'Again', description: 'new' },
			]);
			await expect(client.changePlaylist({ params, body: {} })).rejects.toMatchObject(notFound);
			await expect(client.changePlaylist({ params, body: { name: '' } })).rejects.toMatchObject({
				status: 400,
			});
			for (const playlistid of ['999', 'x', '-1']) {
				const unknown = client.changePlaylist({ params: { ...params, playlistid }, body });
				await expect(unknown).rejects.toMatchObject(notFound);
			}
		});
	},

	async removePlaylist(context: CaseContext) {
		const { client } = context;
		await withOwnChannel(context, async (params) => {
			expect(await client.removePlaylist({ params })).toEqual({ removed: true });
			await expect(client.removePlaylist({ params })).rejects.toMatchObject(notFound);
		});
	},

	async addToPlaylist(context: CaseContext) {
		const { client, infohash } = context;
		await withOwnChannel(context, async (playlist) => {
			const params = { ...playlist, infohash };
			expect(await client.addToPlaylist({ params })).toEqual({ added: true });
			await expect(client.addToPlaylist({ params })).rejects.toMatchObject({ status: 409 });
			const unknown = client.addToPlaylist({ params: { ...playlist, infohash: missing } });
			await expect(unknown).rejects.toMatchObject(notFound);
		});
	},

	async removeFromPlaylist(context: CaseContext) {
		const { client, infohash } = context;
		await withOwnChannel(context, async (playlist) => {
			const params = { ...playlist, infohash };
			await expect(client.removeFromPlaylist({ params })).rejects.toMatchObject(notFound);
			await client.addToPlaylist({ params });
			expect(await client.removeFromPlaylist({ params })).toEqual({ removed: true });
			await expect(client.removeFromPlaylist({ params })).rejects.toMatchObject(notFound);
		});
	},

	async search(context: CaseContext) {
		const { client, infohash } = context;
		const abort = new AbortController();
		const events = readEvents(client, abort.signal);
		await events.next();
		await withOwnChannel(context, async ({ channelid }) => {
			await client.changeMyChannel({ body: { name: 'Mine of contracts' } });
			expect(await client.search({ query: { q: 'CONTR act' } })).toEqual({ queried: true });
			const found: unknown[] = [];
			while (found.length < 2) {
				const { value } = await events.next();
				if (value?.type.startsWith('search_result')) found.push(value);
			}
			expect(found).toMatchObject([
				{
					type: 'search_result_channel',
					payload: { query: 'CONTR act', result: { name: 'Mine of contracts', dispersy_cid: channelid } },
				},
				{
					type: 'search_result_torrent',
					payload: { query: 'CONTR act', result: { infohash, name: 'contract', dispersy_cid: channelid } },
				},
			]);
			await client.changeMyChannel({ body: { name: 'Mine' } });
		});
		abort.abort();
		await expect(client.search({ query: { q: ' ' } })).rejects.toMatchObject({ status: 400 });
	},
};
