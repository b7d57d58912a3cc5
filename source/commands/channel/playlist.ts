import { sanitize } from '../../format/sanitize.ts';
import { isInfohash } from '../../protocol/infohash.ts';
import type { Playlist } from '../../protocol/resources/channel.ts';
import { maybe, one, some } from '../declaration/arguments.ts';
import type { Declaration } from '../declaration/declaration.ts';
import { group } from '../declaration/declaration.ts';
import { CommandFailure, exitCodes, usage } from '../declaration/failure.ts';
import { flag, text } from '../declaration/options.ts';
import { doToEach } from '../downloads/each.ts';
import { assertDone } from '../output/assert-done.ts';
import { confirm, yesOption } from '../output/confirm.ts';
import {
	jsonOption,
	printAnswer,
	printJson,
	printOutcome,
	printTable,
	tableOptions,
} from '../output/print.ts';
import { type Call, serviceCommand } from '../service-command/service-command.ts';
import { serviceOptions } from '../service-command/service-options.ts';
import { channelId, channelOption } from './which-channel.ts';

const playlistArgument = one('playlist', 'id or exact name');

/** Finds a playlist in the list of all playlists. */
async function findPlaylist({ client, limits }: Call, channelid: string, text: string): Promise<Playlist> {
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
async function playlistId(call: Call, channelid: string, text: string): Promise<string> {
	return /^\d+$/.test(text) ? text : String((await findPlaylist(call, channelid, text)).id);
}

const list = serviceCommand({
	name: 'ls',
	endpoints: ['listPlaylists'],
	aliases: ['list'],
	summary: 'list the playlists of a channel, or the torrents of one playlist',
	options: {
		channel: channelOption,
		filter: flag('--no-filter', 'without the family filter'),
		...tableOptions,
	},
	arguments: { playlist: maybe('playlist', 'id or exact name, to list its torrents') },
	async run({ channel, filter, json, header, playlist }, call) {
		const { playlistColumns, playlistTorrentColumns } = await import('../../columns/channel.ts');
		const channelid = await channelId(call, channel);
		if (playlist !== undefined) {
			const found = await findPlaylist(call, channelid, playlist);
			if (json) {
				const { playlistWithNulls } = await import('../output/with-nulls.ts');
				printJson(playlistWithNulls(found));
			} else
				await printTable(playlistTorrentColumns, found.torrents ?? [], {
					header,
					empty: found.torrents
						? 'The playlist is empty.'
						: 'The service does not list the torrents of playlists.',
				});
			return;
		}
		const query = filter ? {} : { disable_filter: true };
		const answer = await call.client.listPlaylists({ params: { channelid }, query }, call.limits);
		if (json) await printAnswer('listPlaylists', answer);
		else await printTable(playlistColumns, answer.playlists, { header, empty: 'There are no playlists.' });
	},
});

const create = serviceCommand({
	name: 'create',
	endpoints: ['createPlaylist'],
	summary: 'create an empty playlist',
	options: {
		description: text('--description <text>', 'description of the playlist'),
		channel: channelOption,
		json: jsonOption,
	},
	arguments: { name: one('name', 'name of the playlist') },
	async run({ name, description = '', channel, json }, call) {
		const channelid = await channelId(call, channel);
		const answer = await call.client.createPlaylist(
			{ params: { channelid }, body: { name, description } },
			call.limits,
		);
		assertDone(answer.created, 'The service did not create the playlist.');
		await printOutcome(json, answer, `Created: ${sanitize(name, 200)}`, { id: '', name, result: 'created' });
	},
});

const rename = serviceCommand({
	name: 'rename',
	endpoints: ['changePlaylist'],
	summary: 'change the name or the description of a playlist',
	options: {
		name: text('--name <name>', 'new name'),
		description: text('--description <text>', 'new description'),
		channel: channelOption,
		json: jsonOption,
	},
	arguments: { playlist: playlistArgument },
	async run({ playlist, name, description, channel, json }, call) {
		if (name === undefined && description === undefined)
			throw usage('Specify --name, --description or both.');
		if (name?.trim() === '') throw usage('--name must not be empty.');
		const channelid = await channelId(call, channel);
		// Services require both, so the unchanged one is sent too.
		const now = await findPlaylist(call, channelid, playlist);
		const about = description ?? now.description;
		if (about === undefined) {
			throw usage('The service does not report the description of the playlist. Add --description.');
		}
		const answer = await call.client.changePlaylist(
			{
				params: { channelid, playlistid: String(now.id) },
				body: { name: name ?? now.name, description: about },
			},
			call.limits,
		);
		assertDone(answer.modified, 'The service did not change the playlist.');
		const item = { id: String(now.id), name: name ?? now.name, result: 'changed' };
		await printOutcome(json, answer, 'The playlist was changed.', item);
	},
});

const remove = serviceCommand({
	name: 'remove',
	endpoints: ['removePlaylist'],
	aliases: ['rm'],
	summary: 'remove a playlist',
	options: { channel: channelOption, yes: yesOption, json: jsonOption },
	arguments: { playlist: playlistArgument },
	async run({ playlist, channel, yes, json }, call) {
		const channelid = await channelId(call, channel);
		const playlistid = await playlistId(call, channelid, playlist);
		await confirm(yes, `Remove the playlist ${sanitize(playlist, 200)}?`);
		const answer = await call.client.removePlaylist({ params: { channelid, playlistid } }, call.limits);
		assertDone(answer.removed, 'The service did not remove the playlist.');
		const sentence = `Removed: ${sanitize(playlist, 200)}`;
		await printOutcome(json, answer, sentence, { id: playlistid, name: playlist, result: 'removed' });
	},
});

/** Returns the failure for a malformed infohash. */
export function noInfohash(text: string): string {
	return `'${text}' is not an infohash: 40 or 64 hexadecimal digits.`;
}

/** Returns a command that adds or removes torrents of a playlist. */
function playlistMember(
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

export const playlistCommand = group({
	name: 'playlist',
	summary: 'the playlists of a channel',
	options: serviceOptions,
	verbs: [
		list,
		create,
		rename,
		remove,
		playlistMember('add', 'add torrents of the channel to a playlist', 'Added', 'addToPlaylist'),
		playlistMember('drop', 'remove torrents from a playlist', 'Removed', 'removeFromPlaylist'),
	],
});
