import { BoundedMap } from '../../basics/bounded-map.ts';
import type { Emit } from '../core/emit.ts';
import { HttpError } from '../http/http-error.ts';
import { ChannelEvents } from './channel-events.ts';
import type { ChannelContent, ChannelMatches, ChannelSummary, TorrentEntry } from './channel-registry.ts';
import { type ChannelStore, folded, type StoredChannel } from './channel-store.ts';
import { displacedBy, noSource, type SourceOf } from './displaced-channels.ts';
import { channelLimits, jsonLength } from './limits.ts';
import { OwnChannel } from './own-channel.ts';
import { entryBytes } from './torrent-draft.ts';

/** Contents of other channels kept in memory. Lists of one channel are requested every few seconds. */
const MAX_CACHED = 4;

/** Why a version of another channel is not stored. */
export const replaceText = {
	tooLarge: 'The channel has more torrents or playlists than a channel may have.',
} as const;

/** The own channel and those of other services, in the database. */
export class Channels {
	/** Id of the own channel, also before it is created. */
	readonly ownId: string;
	readonly own: OwnChannel;
	readonly #store: ChannelStore;
	readonly #events: ChannelEvents;
	/** Contents of other channels that were read last. */
	readonly #cache = new BoundedMap<ChannelContent>(MAX_CACHED);

	constructor({
		id,
		store,
		emit,
	}: { readonly id: string; readonly store: ChannelStore; readonly emit: Emit }) {
		this.ownId = id;
		this.#store = store;
		this.#events = new ChannelEvents(emit, id);
		this.own = new OwnChannel({ id, store, events: this.#events });
	}

	/** The own channel first. */
	list(): readonly ChannelSummary[] {
		return this.#store.channels();
	}

	summary(id: string): StoredChannel | undefined {
		return this.#store.channel(id);
	}

	/** Returns the contents of a channel. Undefined if it is unknown. */
	content(id: string): ChannelContent | undefined {
		if (id === this.ownId) return this.own.content;
		const cached = this.#cache.peek(id);
		if (cached) return cached;
		const stored = this.#store.channel(id);
		if (!stored) return undefined;
		const { name, description, version, created, updated } = stored;
		const content = {
			name,
			description,
			version,
			created,
			updated,
			torrents: this.#store.torrents(id),
			playlists: this.#store.playlists(id),
		};
		this.#cache.set(id, content);
		return content;
	}

	/** Returns an entry of a channel. */
	entry(channel: string, id: bigint): TorrentEntry | undefined {
		return channel === this.ownId ? this.own.torrent(id) : this.#store.torrent(channel, id);
	}

	/** Calls `listener` after each stored change of the own channel. */
	onOwnChange(listener: () => void): void {
		this.own.onChange(listener);
	}

	/**
	 * Stores a version of another channel and its signed head, in one transaction, and emits the events of the
	 * differences. Ignores versions that are not newer. Beyond the limits, channels of the source with the most are
	 * dropped. `sourceOf`: source of a channel, if it is known. Throws an HttpError if the content exceeds
	 * `channelLimits`.
	 */
	replace(id: string, content: ChannelContent, head: Uint8Array, sourceOf: SourceOf = noSource): void {
		const known = this.#store.channel(id);
		if (id === this.ownId || (known && known.version >= content.version)) return;
		const bytes = bytesOf(content);
		if (!isWithinLimits(content, bytes)) throw new HttpError(500, 'ChannelLimitError', replaceText.tooLarge);
		const before = known ? this.content(id) : undefined;
		const { torrents, playlists, ...channel } = content;
		const others = this.#store.channels().filter((channel) => !channel.isOwn && channel.id !== id);
		const dropped = displacedBy({ id, torrentCount: torrents.length, bytes }, others, sourceOf);
		const lost = dropped.map((each) => [each, this.#store.torrents(each)] as const);
		const old = new Map(before?.torrents.map((entry) => [entry.id, entry]));
		const kept = new Set(torrents.map((entry) => entry.id));
		const changed = torrents.filter((entry) => !isSame(entry, old.get(entry.id)));
		const removed = [...old.values()].filter((entry) => !kept.has(entry.id));
		const keptPlaylists = new Set(playlists.map((playlist) => playlist.id));
		this.#store.write(
			[
				{
					channel: { ...channel, id, isOwn: false, bytes, head },
					torrents: changed,
					// An infohash may have moved to another id.
					removedTorrents: [...removed, ...changed.filter((entry) => old.has(entry.id))].map(
						(each) => each.id,
					),
					playlists,
					removedPlaylists: (before?.playlists ?? [])
						.map((playlist) => playlist.id)
						.filter((each) => !keptPlaylists.has(each)),
				},
			],
			dropped,
		);
		for (const each of [id, ...dropped]) this.#cache.delete(each);
		if (!known || known.name !== content.name || known.description !== content.description)
			this.#events.channel(id, content);
		const infohashes = new Set(torrents.map(({ infohash }) => infohash));
		const gone = new Set([...old.values()].map(({ infohash }) => infohash));
		for (const infohash of gone) if (!infohashes.has(infohash)) this.#events.removed(id, infohash);
		for (const entry of changed) this.#events.torrent(id, entry);
		for (const [each, entries] of lost)
			for (const { infohash } of entries) this.#events.removed(each, infohash);
	}

	/** Stores a newer signature of the stored version of another channel. */
	renew(id: string, head: Uint8Array): void {
		if (id !== this.ownId) this.#store.renew(id, head);
	}

	/** Returns the signed head of another channel, as stored by `replace` or `renew`. */
	head(id: string): Uint8Array | undefined {
		return this.#store.head(id);
	}

	/** Removes another channel, e.g. because its head expired. */
	drop(id: string): void {
		if (id === this.ownId) return;
		const torrents = this.content(id)?.torrents ?? [];
		this.#store.write([], [id]);
		this.#cache.delete(id);
		for (const { infohash } of torrents) this.#events.removed(id, infohash);
	}

	/** Returns the channels and torrents whose names have all words, in any case. */
	search(words: readonly string[], limit: number): ChannelMatches {
		const parts = words.map(folded);
		return {
			channels: this.#store.findChannels(parts, limit),
			torrents: this.#store.findTorrents(parts, limit),
		};
	}

	/** Returns known entries of an infohash in all channels. */
	torrents(infohash: string): readonly TorrentEntry[] {
		return this.#store.torrentsOf(infohash.toLowerCase());
	}

	close(): void {
		this.#events.close();
	}
}

/** The channels, as the exchange with other services uses them. */
export type ChannelRegistry = Pick<
	Channels,
	'ownId' | 'list' | 'content' | 'onOwnChange' | 'replace' | 'renew' | 'head' | 'drop' | 'search' | 'torrents'
>;

function bytesOf({ torrents, playlists }: ChannelContent): number {
	const sizes = [...torrents.map(entryBytes), ...playlists.map(jsonLength)];
	return sizes.reduce((sum, size) => sum + size, 0);
}

function isWithinLimits({ name, description, torrents, playlists }: ChannelContent, bytes: number): boolean {
	return (
		name.length <= channelLimits.name &&
		description.length <= channelLimits.description &&
		torrents.length <= channelLimits.torrents &&
		playlists.length <= channelLimits.playlists &&
		playlists.every((playlist) => playlist.torrents.length <= channelLimits.playlistTorrents) &&
		bytes <= channelLimits.channelBytes
	);
}

function isSame(entry: TorrentEntry, other: TorrentEntry | undefined): boolean {
	return other !== undefined && textOf(entry) === textOf(other);
}

/** Returns the fields of an entry in a fixed sequence. */
function textOf({ infohash, name, size, category, status, trackers, files, created }: TorrentEntry): string {
	return JSON.stringify([infohash, name, size, category, status, trackers, files, created]);
}
