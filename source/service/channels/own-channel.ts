import type { Source } from '../downloads/source.ts';
import { HttpError } from '../http/http-error.ts';
import type { ChannelEvents } from './channel-events.ts';
import type { AddedTorrent, ChannelContent, PlaylistEntry, TorrentEntry } from './channel-registry.ts';
import type { ChannelStore, ChannelWrite } from './channel-store.ts';
import { channelText, checkDescription, checkName } from './channel-text.ts';
import { channelLimits, jsonLength } from './limits.ts';
import { draftOf, entryBytes, entryOf, randomEntryId, type TorrentDraft } from './torrent-draft.ts';

/** Name and description of the own channel; undefined fields stay. */
export interface Naming {
	readonly name?: string | undefined;
	readonly description?: string | undefined;
}

type Part = Pick<ChannelWrite, 'torrents' | 'removedTorrents' | 'playlists' | 'removedPlaylists'>;
type State = Omit<ChannelContent, 'torrents' | 'playlists'> & { readonly bytes: number };

interface OwnChannelOptions {
	readonly id: string;
	readonly store: ChannelStore;
	readonly events: ChannelEvents;
}

/** The own channel. It is in memory, and each change is on the disk before its method returns. */
export class OwnChannel {
	readonly id: string;
	readonly #store: ChannelStore;
	readonly #events: ChannelEvents;
	readonly #listeners: (() => void)[] = [];
	/** Undefined before the channel is created. */
	#state: State | undefined;
	readonly #torrents = new Map<string, TorrentEntry>();
	readonly #infohashes = new Map<bigint, string>();
	readonly #playlists = new Map<number, PlaylistEntry>();

	constructor({ id, store, events }: OwnChannelOptions) {
		this.id = id;
		this.#store = store;
		this.#events = events;
		this.#state = store.channel(id);
		if (this.#state) this.#apply({ torrents: store.torrents(id), playlists: store.playlists(id) });
	}

	/** Whether it is created. */
	get exists(): boolean {
		return this.#state !== undefined;
	}

	/** Undefined before the channel is created. */
	get content(): ChannelContent | undefined {
		if (!this.#state) return undefined;
		const { name, description, version, created, updated } = this.#state;
		const torrents = [...this.#torrents.values()];
		return {
			name,
			description,
			version,
			created,
			updated,
			torrents,
			playlists: [...this.#playlists.values()],
		};
	}

	/** Calls `listener` after each stored change. */
	onChange(listener: () => void): void {
		this.#listeners.push(listener);
	}

	create(name: string, description: string): void {
		if (this.#state) throw new HttpError(409, 'DuplicateChannelError', channelText.exists(this.#state.name));
		checkName(name);
		checkDescription(description);
		const created = nowSeconds();
		this.#save({ name, description, version: 0, created, updated: created, bytes: 0 }, {});
		this.#events.channel(this.id, { name, description });
	}

	change({ name, description }: Naming): void {
		const state = this.#existing();
		if (name !== undefined) checkName(name);
		if (description !== undefined) checkDescription(description);
		const changed = { ...state, name: name ?? state.name, description: description ?? state.description };
		this.#save(changed, {});
		this.#events.channel(this.id, changed);
	}

	/** Returns the torrent of an infohash or of an entry. */
	torrent(key: string | bigint): TorrentEntry | undefined {
		const infohash = typeof key === 'string' ? key.toLowerCase() : this.#infohashes.get(key);
		return infohash === undefined ? undefined : this.#torrents.get(infohash);
	}

	/**
	 * Adds a torrent or a magnet link. `feed` is the URL of the feed that has it, `title` the name of a magnet link
	 * without one. Throws an HttpError if there is no channel, or it cannot be saved.
	 */
	addTorrent(source: Source, feed?: string, title?: string): AddedTorrent {
		return this.add(draftOf(source, title), feed);
	}

	add(draft: TorrentDraft, feed?: string): AddedTorrent {
		const state = this.#existing();
		if (this.#torrents.has(draft.infohash)) return 'present';
		if (draft.isPrivate) return { refused: channelText.private(draft.name) };
		if (this.#torrents.size >= channelLimits.torrents) return { refused: channelText.manyTorrents };
		let id = randomEntryId();
		while (this.#infohashes.has(id)) id = randomEntryId();
		const entry = entryOf(draft, { id, created: nowSeconds(), feed });
		if (this.#sizeAfter({ torrents: [entry] }) > channelLimits.channelBytes)
			return { refused: channelText.large };
		this.#save(state, { torrents: [entry] });
		this.#events.torrent(this.id, entry);
		return 'added';
	}

	/** Removes torrents from the channel and its playlists. All of them must be in the channel. */
	removeTorrents(removed: readonly TorrentEntry[]): void {
		const state = this.#existing();
		const infohashes = new Set(removed.map(({ infohash }) => infohash));
		const playlists = [...this.#playlists.values()].flatMap((playlist) => {
			const torrents = playlist.torrents.filter((infohash) => !infohashes.has(infohash));
			return torrents.length === playlist.torrents.length ? [] : [{ ...playlist, torrents }];
		});
		this.#save(state, { removedTorrents: removed.map(({ id }) => id), playlists });
		for (const infohash of infohashes) this.#events.removed(this.id, infohash);
	}

	/** Stores changed entries of torrents in the channel, and a new name of the channel. */
	changeTorrents(changed: readonly TorrentEntry[], name?: string): void {
		const state = this.#existing();
		if (name !== undefined) checkName(name);
		this.#save({ ...state, name: name ?? state.name }, { torrents: changed });
		if (name !== undefined && name !== state.name)
			this.#events.channel(this.id, { name, description: state.description });
		for (const entry of changed) this.#events.torrent(this.id, entry);
	}

	/** Returns the playlist of a number in a path. Throws the 404. */
	playlist(number: string): PlaylistEntry {
		this.#existing();
		const playlist = /^[1-9]\d{0,14}$/.test(number) ? this.#playlists.get(Number(number)) : undefined;
		if (!playlist) throw new HttpError(404, 'NotFoundError', channelText.noPlaylist(number));
		return playlist;
	}

	createPlaylist(name: string, description: string): void {
		const state = this.#existing();
		checkName(name);
		checkDescription(description);
		if (this.#playlists.size >= channelLimits.playlists)
			throw new HttpError(500, 'ChannelLimitError', channelText.manyPlaylists);
		const id = Math.max(0, ...this.#playlists.keys()) + 1;
		this.#save(state, { playlists: [{ id, name, description, torrents: [] }] });
	}

	changePlaylist(playlist: PlaylistEntry, { name, description }: Naming): void {
		if (name !== undefined) checkName(name);
		if (description !== undefined) checkDescription(description);
		this.#savePlaylist({
			...playlist,
			name: name ?? playlist.name,
			description: description ?? playlist.description,
		});
	}

	removePlaylist({ id }: PlaylistEntry): void {
		this.#save(this.#existing(), { removedPlaylists: [id] });
	}

	/** Adds a torrent of the channel to a playlist. Throws the 409 if it has it already. */
	addToPlaylist(playlist: PlaylistEntry, { infohash, name }: TorrentEntry): void {
		if (playlist.torrents.includes(infohash))
			throw new HttpError(409, 'DuplicateTorrentError', channelText.inPlaylist(name, playlist.name));
		if (playlist.torrents.length >= channelLimits.playlistTorrents)
			throw new HttpError(500, 'ChannelLimitError', channelText.fullPlaylist);
		this.#savePlaylist({ ...playlist, torrents: [...playlist.torrents, infohash] });
	}

	/** Removes a torrent from a playlist. Throws the 404 if it does not have it. */
	removeFromPlaylist(playlist: PlaylistEntry, infohash: string): void {
		const removed = infohash.toLowerCase();
		if (!playlist.torrents.includes(removed))
			throw new HttpError(404, 'NotFoundError', channelText.notInPlaylist(infohash, playlist.name));
		const torrents = playlist.torrents.filter((each) => each !== removed);
		this.#savePlaylist({ ...playlist, torrents });
	}

	#savePlaylist(playlist: PlaylistEntry): void {
		this.#save(this.#existing(), { playlists: [playlist] });
	}

	#existing(): State {
		if (!this.#state) throw new HttpError(404, 'NotFoundError', channelText.noOwn);
		return this.#state;
	}

	/** Writes a new version, then changes the memory and calls the listeners. */
	#save(state: State, part: Part): void {
		const bytes = this.#sizeAfter(part);
		if (bytes > channelLimits.channelBytes && bytes > state.bytes)
			throw new HttpError(500, 'ChannelLimitError', channelText.large);
		const updated = nowSeconds();
		// The time keeps versions increasing after the database was lost.
		const saved = { ...state, version: Math.max(state.version + 1, updated), updated, bytes };
		this.#store.write([{ channel: { ...saved, id: this.id, isOwn: true, head: undefined }, ...part }]);
		this.#state = saved;
		this.#apply(part);
		for (const listener of this.#listeners) listener();
	}

	#apply({ torrents = [], removedTorrents = [], playlists = [], removedPlaylists = [] }: Part): void {
		for (const id of removedTorrents) {
			this.#torrents.delete(this.#infohashes.get(id) ?? '');
			this.#infohashes.delete(id);
		}
		for (const torrent of torrents) {
			this.#torrents.set(torrent.infohash, torrent);
			this.#infohashes.set(torrent.id, torrent.infohash);
		}
		for (const id of removedPlaylists) this.#playlists.delete(id);
		for (const playlist of playlists) this.#playlists.set(playlist.id, playlist);
	}

	/** Returns the size of all entries and playlists after a change, as JSON. */
	#sizeAfter({ torrents = [], removedTorrents = [], playlists = [], removedPlaylists = [] }: Part): number {
		const torrentBytes = (id: bigint) => {
			const entry = this.torrent(id);
			return entry ? entryBytes(entry) : 0;
		};
		const playlistBytes = (id: number) => {
			const playlist = this.#playlists.get(id);
			return playlist ? jsonLength(playlist) : 0;
		};
		let bytes = this.#state?.bytes ?? 0;
		for (const id of removedTorrents) bytes -= torrentBytes(id);
		for (const entry of torrents) bytes += entryBytes(entry) - torrentBytes(entry.id);
		for (const id of removedPlaylists) bytes -= playlistBytes(id);
		for (const playlist of playlists) bytes += jsonLength(playlist) - playlistBytes(playlist.id);
		return bytes;
	}
}

function nowSeconds(): number {
	return Math.floor(Date.now() / 1_000);
}
