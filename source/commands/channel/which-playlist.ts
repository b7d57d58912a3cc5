import { sanitize } from '../../format/sanitize.ts';
import type { Playlist } from '../../protocol/resources/channel.ts';
import { one } from '../declaration/arguments.ts';
import { CommandFailure, exitCodes, usage } from '../declaration/failure.ts';
import type { Call } from '../service-command/service-command.ts';

export const playlistArgument = one('playlist', 'id or exact name');

/** Finds a playlist in the list of all playlists. */
export async function findPlaylist(
	{ client, limits }: Call,
	channelid: string,
	text: string,
): Promise<Playlist> {
	const { playlists } = await client.listPlaylists(
		{ params: { channelid }, query: { disable_filter: true } },
		limits,
	);
	const byId = playlists.find(({ id }) => String(id) === text);
	if (byId) return byId;
	const [first, second] = playlists.filter(({ name }) => name === text || sanitize(name) === text);
	if (second) throw usage(`Several playlists are called '${sanitize(text, 200)}'; name one by its id.`);
	if (!first) throw new CommandFailure(`There is no playlist '${sanitize(text, 200)}'.`, exitCodes.notFound);
	return first;
}

/** Returns the id of a playlist. Sends no request if the text is an id. */
export async function playlistId(call: Call, channelid: string, text: string): Promise<string> {
	return /^\d+$/.test(text) ? text : String((await findPlaylist(call, channelid, text)).id);
}
