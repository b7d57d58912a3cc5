import { sanitize } from '../../../../format/sanitize.ts';
import type { Playlist } from '../../../../protocol/resources/channel.ts';
import { playlistQueries } from '../../../../state/channels/channel-queries.ts';
import type { State } from '../../../../state/core/state.ts';
import type { Form, FormTexts } from '../form.ts';
import { descriptionFault, nameFault } from './names.ts';

export const playlistFormText = {
	create: 'Create a playlist',
	change: 'Change the playlist',
	creating: (name: string) => `Creating the playlist ${name}`,
	created: (name: string) => `Created the playlist ${name}.`,
	changing: (name: string) => `Changing the playlist ${name}`,
	changed: (name: string) => `Changed the playlist ${name}.`,
} as const;

/** Creates or changes a playlist of the own channel. */
export const playlistForm: Form<'playlist'> = {
	title: ({ id }) => (id === undefined ? playlistFormText.create : playlistFormText.change),
	answer: ({ id }) => (id === undefined ? 'create it' : 'change it'),
	fields: [
		{ id: 'name', label: 'Name' },
		{ id: 'description', label: 'Description' },
	],
	read: ({ name = '', description = '' }, { channel, id }) => {
		const fault = nameFault(name);
		if (fault !== undefined) return { field: 'name', fault };
		const tooLong = descriptionFault(description);
		if (tooLong !== undefined) return { field: 'description', fault: tooLong };
		const shown = sanitize(name, 100);
		const body = { name, description };
		return {
			doing: id === undefined ? playlistFormText.creating(shown) : playlistFormText.changing(shown),
			done: id === undefined ? playlistFormText.created(shown) : playlistFormText.changed(shown),
			send: async (client) => {
				const params = { channelid: channel };
				if (id === undefined) return (await client.createPlaylist({ params, body })).created;
				return (await client.changePlaylist({ params: { ...params, playlistid: id }, body })).modified;
			},
			stale: playlistQueries,
		};
	},
};

export const playlistTorrentsText = {
	title: 'Add to a playlist',
	about: (torrents: string) => `Adds ${torrents} to a playlist of your channel.`,
	torrents: (count: number) => `${count} torrents`,
	note: 'Name or number of a playlist. The arrow keys show the known ones.',
	none: 'type or choose one',
	unknown: 'there is no such playlist',
	ambiguous: 'several playlists have this name: type its number',
	adding: (torrents: string, playlist: string) => `Adding ${torrents} to the playlist ${playlist}`,
	added: (torrents: string, playlist: string) => `Added ${torrents} to the playlist ${playlist}.`,
} as const;

/** Returns the playlists of a channel, as last listed. */
function playlistsOf(
	{ channels: { playlists } }: Pick<State, 'channels'>,
	channel: string,
): readonly Playlist[] {
	return playlists.of === channel ? playlists.list.map(({ item }) => item) : [];
}

/** Returns the text that names the playlist of a channel with one playlist; no text for other channels. */
export function onlyPlaylist(state: Pick<State, 'channels'>, channel: string): FormTexts {
	const [only, ...others] = playlistsOf(state, channel);
	return only && others.length === 0 ? { playlist: only.name } : {};
}

/** Adds torrents of the own channel to a playlist. Those that it has stay. */
export const playlistTorrentsForm: Form<'playlist-torrents'> = {
	title: () => playlistTorrentsText.title,
	answer: () => 'add',
	about: ({ torrents }) => [playlistTorrentsText.about(torrentsText(torrents))],
	fields: [{ id: 'playlist', label: 'Playlist', note: playlistTorrentsText.note }],
	choices: (_, state, { channel }) => playlistsOf(state, channel).map(({ name }) => name),
	read: ({ playlist = '' }, { channel, torrents }, state) => {
		const fault = (text: string) => ({ field: 'playlist', fault: text });
		if (playlist === '') return fault(playlistTorrentsText.none);
		const known = playlistsOf(state, channel);
		const named = known.filter(({ name }) => name.trim() === playlist);
		const found = named.length > 0 ? named : known.filter(({ id }) => String(id) === playlist);
		const [chosen] = found;
		if (!chosen) return fault(playlistTorrentsText.unknown);
		if (found.length > 1) return fault(playlistTorrentsText.ambiguous);
		const params = { channelid: channel, playlistid: String(chosen.id) };
		const names = [torrentsText(torrents), sanitize(chosen.name, 60)] as const;
		const present = new Set((chosen.torrents ?? []).map(({ infohash }) => infohash.toLowerCase()));
		return {
			doing: playlistTorrentsText.adding(...names),
			done: playlistTorrentsText.added(...names),
			send: async (client) => {
				const missing = torrents.filter(([infohash]) => !present.has(infohash.toLowerCase()));
				for (const [infohash] of missing) {
					const { added } = await client.addToPlaylist({ params: { ...params, infohash } });
					if (!added) return false;
				}
				return true;
			},
			stale: playlistQueries,
		};
	},
};

function torrentsText(torrents: readonly (readonly [infohash: string, name: string])[]): string {
	const [first] = torrents;
	if (torrents.length !== 1 || !first) return playlistTorrentsText.torrents(torrents.length);
	return sanitize(first[1] || first[0], 60);
}
