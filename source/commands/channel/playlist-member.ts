import { isInfohash } from '../../protocol/infohash.ts';
import { some } from '../declaration/arguments.ts';
import type { Declaration } from '../declaration/declaration.ts';
import { serviceCommand } from '../declaration/service-command.ts';
import { doToEach } from '../downloads/each.ts';
import { usage } from '../output/failure.ts';
import { jsonOption } from '../output/print.ts';
import { channelId, channelOption } from './which-channel.ts';
import { playlistArgument, playlistId } from './which-playlist.ts';

/** Returns the failure for a malformed infohash. */
export function noInfohash(text: string): string {
	return `'${text}' is not an infohash: 40 or 64 hexadecimal digits.`;
}

/** Returns a command that adds or removes torrents of a playlist. */
export function playlistMember(
	name: string,
	summary: string,
	done: string,
	endpoint: 'addToPlaylist' | 'removeFromPlaylist',
): Declaration {
	return serviceCommand({
		name,
		endpoints: [endpoint],
		summary,
		options: { channel: channelOption, json: jsonOption },
		arguments: {
			playlist: playlistArgument,
			torrent: some('torrent', 'infohash or its beginning, name or a part of it'),
		},
		async run({ playlist, torrent: texts, channel, json }, call) {
			const odd = texts.find((text) => !isInfohash(text));
			// Other services do not list the torrents of a channel.
			const isListed = call.client.requests.dialect === 'interface';
			if (odd !== undefined && !isListed) throw usage(noInfohash(odd));
			const channelid = await channelId(call, channel);
			const playlistid = await playlistId(call, channelid, playlist);
			const { chosenTorrents } = await import('./publish.ts');
			const torrents = await chosenTorrents(call, channelid, texts);
			return doToEach(torrents, json, done, ({ infohash: torrent }) =>
				call.client[endpoint]({ params: { channelid, playlistid, infohash: torrent } }, call.limits),
			);
		},
	});
}
