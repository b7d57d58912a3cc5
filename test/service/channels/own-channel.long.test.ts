import { expect, test } from 'vitest';
import { channelText } from '../../../source/service/channels/channel-text.ts';
import { channelLimits } from '../../../source/service/channels/limits.ts';
import { fileOf, infohashOf, limitError, magnetSource, openOwn, torrentSource } from './test-channels.ts';

test('the own channel accepts no more torrents, playlists and torrents of a playlist than its limits', async () => {
	const { registry } = await openOwn();
	const { own } = registry;
	const files = Array.from({ length: 50 }, (_, index) =>
		fileOf(`folder/a file with a long name ${index}.mkv`),
	);
	for (let number = 1; number <= channelLimits.torrents; number++)
		expect(own.addTorrent(torrentSource(number, { files }))).toBe('added');
	expect(own.addTorrent(magnetSource(1))).toBe('present');
	expect(own.addTorrent(magnetSource(9_999))).toEqual({ refused: channelText.manyTorrents });
	own.createPlaylist('full', '');
	for (const torrent of own.content?.torrents.slice(0, channelLimits.playlistTorrents) ?? [])
		own.addToPlaylist(own.playlist('1'), torrent);
	const last = own.torrent(infohashOf(channelLimits.torrents));
	expect(() => last && own.addToPlaylist(own.playlist('1'), last)).toThrow(limitError);
	for (let count = 1; count < channelLimits.playlists; count++) own.createPlaylist(`${count}`, '');
	expect(() => own.createPlaylist('more', '')).toThrow(limitError);
	const describe = () => {
		for (const playlist of own.content?.playlists ?? [])
			own.changePlaylist(playlist, { description: '漢'.repeat(channelLimits.description) });
	};
	expect(describe).toThrow(channelText.large);
	expect(registry.summary(own.id)?.bytes).toBeLessThanOrEqual(channelLimits.channelBytes);
}, 60_000);
