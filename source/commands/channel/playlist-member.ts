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
		arguments: { playlist: playlistArgument, infohash: some('infohash', 'infohashes of the torrents') },
		async run({ playlist, infohash, channel, json }, call) {
			const odd = infohash.find((text) => !isInfohash(text));
			if (odd !== undefined) throw usage(noInfohash(odd));
			const channelid = await channelId(call, channel);
			const playlistid = await playlistId(call, channelid, playlist);
			const torrents = infohash.map((text) => ({ infohash: text.toLowerCase(), name: text.toLowerCase() }));
			return doToEach(torrents, json, done, ({ infohash: torrent }) =>
				call.client[endpoint]({ params: { channelid, playlistid, infohash: torrent } }, call.limits),
			);
		},
	});
}
