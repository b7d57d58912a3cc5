import { clip, invalidParameter } from '../http/http-error.ts';
import { channelLimits } from './limits.ts';

/** Refusals of requests for channels. */
export const channelText = {
	noOwn: 'Your channel has not been created yet. Create it with PUT /mychannel.',
	exists: (name: string) => `Your channel already exists: ${clip(name)}.`,
	unknown: (id: string) => `There is no channel ${clip(id)}.`,
	foreign: (id: string) =>
		`The channel ${clip(id)} belongs to another service. Only that service can change it.`,
	noPlaylist: (number: string) => `The channel has no playlist ${clip(number)}.`,
	noTorrent: (infohash: string) => `The channel has no torrent ${clip(infohash)}.`,
	inPlaylist: (torrent: string, playlist: string) =>
		`The playlist ${clip(playlist)} already has the torrent ${clip(torrent)}.`,
	notInPlaylist: (infohash: string, playlist: string) =>
		`The playlist ${clip(playlist)} has no torrent ${clip(infohash)}.`,
	present: (infohash: string) => `The torrent ${clip(infohash)} is already in the channel.`,
	private: (name: string) =>
		`The torrent ${clip(name)} is private: its trackers know their members by secrets. A channel does not publish it.`,
	otherTorrent: (wanted: string, found: string) =>
		`The URI is of the torrent ${clip(found)}, not of ${clip(wanted)}.`,
	notFound: (infohash: string) =>
		`No download and no discovered channel has the torrent ${clip(infohash)}. Send its uri.`,
	manyTorrents: `The channel has ${channelLimits.torrents} torrents, the maximum. Remove some first.`,
	manyPlaylists: `The channel has ${channelLimits.playlists} playlists, the maximum. Remove one first.`,
	fullPlaylist: `The playlist has ${channelLimits.playlistTorrents} torrents, the maximum. Remove some first.`,
	large: `The channel is larger than ${channelLimits.channelBytes / 1_000_000} MB, the maximum. Remove torrents or playlists first.`,
	noNaming: 'Neither a name nor a description was sent.',
	noName: 'The name is empty.',
	longName: `The name is longer than ${channelLimits.name} characters.`,
	longDescription: `The description is longer than ${channelLimits.description} characters.`,
} as const;

/** Throws the 400 for an empty or a long name. */
export function checkName(name: string): void {
	if (name.trim() === '') throw invalidParameter(channelText.noName);
	if (name.length > channelLimits.name) throw invalidParameter(channelText.longName);
}

/** Throws the 400 for a long description. */
export function checkDescription(description: string): void {
	if (description.length > channelLimits.description) throw invalidParameter(channelText.longDescription);
}
