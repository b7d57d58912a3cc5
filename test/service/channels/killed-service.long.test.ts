import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runServiceProcess } from '../../fixtures/service.ts';
import { makeTorrent } from '../../programs/torrents.ts';
import { Chance } from '../kill/chance.ts';
import { infohashOf } from './test-channels.ts';

const KILLS = 2;

test('a killed service keeps all acknowledged changes of channels', async () => {
	const service = await runServiceProcess();
	const chance = new Chance(7);
	const { infohash, path } = await makeTorrent(join(service.folder, 'data'), 'published', {
		'a.bin': 20_000,
	});
	const params = { channelid: '' };
	const expected = new Map<string, bigint>();
	for (let kill = 0; kill < KILLS; kill++) {
		const client = service.client();
		if (kill === 0) {
			const { identifier } = await client.createMyChannel({ body: { name: 'Kept', description: 'a' } });
			params.channelid = identifier ?? '';
			await client.addChannelTorrent({ params: { ...params, infohash }, body: { uri: path } });
			await client.createPlaylist({ params, body: { name: 'List', description: '' } });
			await client.addToPlaylist({ params: { ...params, playlistid: '1', infohash } });
		}
		for (let count = 0; count < 5; count++) {
			const number = kill * 10 + count;
			const magnet = { uri: `magnet:?xt=urn:btih:${infohashOf(number)}` };
			await client.addChannelTorrent({ params: { ...params, infohash: infohashOf(number) }, body: magnet });
		}
		const { torrents } = await client.listChannelTorrents({ params });
		for (const torrent of torrents) {
			const before = expected.get(torrent.infohash);
			if (before !== undefined) expect(torrent.id).toBe(before);
			expected.set(torrent.infohash, torrent.id);
		}
		const removed = infohashOf(kill * 10 + chance.below(5));
		await client.removeChannelTorrent({ params: { ...params, infohash: removed } });
		expected.delete(removed);
		await client.changeMyChannel({ body: { description: `kill ${kill}` } });
		await service.end('SIGKILL');
		await service.restart();
		const after = service.client();
		const kept = await after.listChannelTorrents({ params });
		expect(new Map(kept.torrents.map((torrent) => [torrent.infohash, torrent.id]))).toEqual(expected);
		expect((await after.getMyChannel()).overview).toEqual({
			name: 'Kept',
			description: `kill ${kill}`,
			identifier: params.channelid,
		});
		expect((await after.listPlaylists({ params })).playlists).toMatchObject([{ torrents: [{ infohash }] }]);
	}
});
