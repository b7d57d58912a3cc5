import { ANY_INFOHASH } from '../../protocol/endpoints/channel.ts';
import type {
	ChannelOverview,
	ChannelTorrent,
	DiscoveredChannel,
	Playlist,
} from '../../protocol/resources/channel.ts';
import type { Source } from '../downloads/source.ts';
import { HttpError, invalidParameter } from '../http/http-error.ts';
import { channelTorrent, playlistTorrent } from './answers.ts';
import { isAdult } from './category.ts';
import type { ChannelContent, KnownHealth, PlaylistEntry, TorrentEntry } from './channel-registry.ts';
import { channelText } from './channel-text.ts';
import type { Channels } from './channels.ts';
import type { Naming, OwnChannel } from './own-channel.ts';
import { draftOf, draftOfEntry } from './torrent-draft.ts';

/** Requests for channels. Ids of channels in requests may be in any case. */
export class ChannelService {
	readonly #channels: Channels;
	readonly #health: KnownHealth;

	constructor(channels: Channels, health: KnownHealth) {
		this.#channels = channels;
		this.#health = health;
	}

	overview(): ChannelOverview {
		const { name, description } = this.#channels.own.content ?? notFound(channelText.noOwn);
		return { name, description, identifier: this.#channels.ownId };
	}

	/** Creates the own channel and returns its id. */
	create(name: string, description: string): string {
		this.#channels.own.create(name, description);
		return this.#channels.ownId;
	}

	change(naming: Naming): void {
		const { own } = this.#channels;
		if (!own.exists) notFound(channelText.noOwn);
		requireNaming(naming);
		own.change(naming);
	}

	/** The own channel is always listed. */
	list(unfiltered: boolean): DiscoveredChannel[] {
		return this.#channels
			.list()
			.filter((channel) => unfiltered || channel.isOwn || !isAdult(channel))
			.map(({ id, name, description, torrentCount, isOwn, updated }) => ({
				identifier: id,
				name,
				description,
				torrents: torrentCount,
				own: isOwn,
				updated,
			}));
	}

	torrents(channel: string, unfiltered: boolean): ChannelTorrent[] {
		return this.#content(channel)
			.torrents.filter((entry) => unfiltered || !isAdult(entry))
			.map((entry) => channelTorrent(entry, this.#health));
	}

	playlists(channel: string, unfiltered: boolean): Playlist[] {
		const { torrents, playlists } = this.#content(channel);
		const entries = new Map(torrents.map((entry) => [entry.infohash, entry]));
		return playlists.map(({ id, name, description, torrents: infohashes }) => ({
			id,
			name,
			description,
			torrents: infohashes
				.flatMap((infohash) => entries.get(infohash) ?? [])
				.filter((entry) => unfiltered || !isAdult(entry))
				.map((entry) => playlistTorrent(entry, this.#health)),
		}));
	}

	/** Throws the 404 or 401 unless it is the own channel. */
	requireOwn(channel: string): OwnChannel {
		const id = channel.toLowerCase();
		const { own, ownId } = this.#channels;
		if (id === ownId && own.exists) return own;
		if (id !== ownId && this.#channels.summary(id))
			throw new HttpError(401, 'ForeignChannelError', channelText.foreign(id));
		return notFound(id === ownId ? channelText.noOwn : channelText.unknown(channel));
	}

	/** Adds a torrent to the own channel. Without a source, it must be in another channel. */
	addTorrent(channel: string, infohash: string, source: Source | undefined): void {
		const own = this.requireOwn(channel);
		const wanted = infohash.toLowerCase();
		const draft = source ? draftOf(source) : this.#discovered(wanted);
		if (draft.infohash !== wanted && !(source && wanted === ANY_INFOHASH))
			throw invalidParameter(channelText.otherTorrent(infohash, draft.infohash));
		const result = own.add(draft);
		if (result === 'present')
			throw new HttpError(409, 'DuplicateTorrentError', channelText.present(draft.name || draft.infohash));
		if (result !== 'added') throw new HttpError(500, 'TorrentRefusedError', result.refused);
	}

	removeTorrent(channel: string, infohash: string): void {
		const own = this.requireOwn(channel);
		own.removeTorrents([requireTorrent(own, infohash)]);
	}

	createPlaylist(channel: string, name: string, description: string): void {
		this.requireOwn(channel).createPlaylist(name, description);
	}

	/** Changes the given fields of a playlist. Without fields, this is the 404 of the interface. */
	changePlaylist(channel: string, number: string, naming: Naming): void {
		const { own, playlist } = this.#playlist(channel, number);
		if (naming.name === undefined && naming.description === undefined) notFound(channelText.noNaming);
		own.changePlaylist(playlist, naming);
	}

	removePlaylist(channel: string, number: string): void {
		const { own, playlist } = this.#playlist(channel, number);
		own.removePlaylist(playlist);
	}

	addToPlaylist(channel: string, number: string, infohash: string): void {
		const { own, playlist } = this.#playlist(channel, number);
		own.addToPlaylist(playlist, requireTorrent(own, infohash));
	}

	removeFromPlaylist(channel: string, number: string, infohash: string): void {
		const { own, playlist } = this.#playlist(channel, number);
		own.removeFromPlaylist(playlist, infohash);
	}

	#playlist(channel: string, number: string): { own: OwnChannel; playlist: PlaylistEntry } {
		const own = this.requireOwn(channel);
		return { own, playlist: own.playlist(number) };
	}

	#content(channel: string): ChannelContent {
		return this.#channels.content(channel.toLowerCase()) ?? notFound(channelText.unknown(channel));
	}

	#discovered(infohash: string) {
		const [entry] = this.#channels.torrents(infohash);
		return entry ? draftOfEntry(entry) : notFound(channelText.notFound(infohash));
	}
}

function requireTorrent(own: OwnChannel, infohash: string): TorrentEntry {
	return own.torrent(infohash) ?? notFound(channelText.noTorrent(infohash));
}

function requireNaming({ name, description }: Naming): void {
	if (name === undefined && description === undefined) throw invalidParameter(channelText.noNaming);
}

function notFound(message: string): never {
	throw new HttpError(404, 'NotFoundError', message);
}
