import type { Client } from '../../client/client.ts';
import {
	channelQueries,
	feedQueries,
	playlistQueries,
	torrentQueries,
} from '../../state/channels/channel-queries.ts';
import type { RemovalSubject } from '../../state/dialogs/channel-remove-dialog.ts';
import type { CommandContext } from '../commands/command.ts';
import { channelRemoveText, removalText } from '../dialogs/channel-remove/texts.ts';

/** Removes something from the own channel, or an entry. The news follows the answers of the service. */
export function removeFromChannel(
	subject: RemovalSubject,
	{ writeAll }: Pick<CommandContext, 'writeAll'>,
): void {
	const text = removalText(subject);
	const doing = channelRemoveText.doing(text);
	writeAll({
		requests: sendsOf(subject).map((send) => ({ send, doing, isDoneIfMissing: true })),
		doing,
		done: { level: 'info', text: channelRemoveText.done(text) },
		stale: [...channelQueries, ...torrentQueries, ...playlistQueries, ...feedQueries],
	});
}

type Send = (client: Client) => Promise<unknown>;

function sendsOf(subject: RemovalSubject): readonly Send[] {
	switch (subject.what) {
		case 'torrents':
			return subject.torrents.map(
				([infohash]) =>
					(client) =>
						client.removeChannelTorrent({ params: { channelid: subject.channel, infohash } }),
			);
		case 'playlist-torrents':
			return subject.torrents.map(([infohash]) => (client) => {
				const params = { channelid: subject.channel, playlistid: subject.playlist, infohash };
				return client.removeFromPlaylist({ params });
			});
		case 'playlist':
			return [
				(client) =>
					client.removePlaylist({ params: { channelid: subject.channel, playlistid: subject.playlist } }),
			];
		case 'feed':
			return [
				(client) => client.removeFeed({ params: { channelid: subject.channel, feed_url: subject.url } }),
			];
		case 'entry':
			return [
				(client) =>
					client.removeEntries({ body: [{ public_key: subject.publicKey, id: BigInt(subject.id) }] }),
			];
	}
}
