import type { ChannelEntry } from '../../protocol/resources/metadata.ts';
import { HttpError, invalidParameter } from '../http/http-error.ts';
import { CHANNEL_ENTRY_ID, channelEntry, torrentEntry } from './answers.ts';
import type { KnownHealth, TorrentEntry } from './channel-registry.ts';
import { channelText, checkName } from './channel-text.ts';
import type { Channels } from './channels.ts';
import { channelLimits, MAX_ENTRY_ID } from './limits.ts';
import { limitedEntry } from './torrent-draft.ts';

/** Maximum status. Services in the field use values up to 1000. */
const MAX_STATUS = 65_535;
/** Maximum entries of a request. More would block other requests for seconds. */
export const MAX_CHANGES = 1_000;

/** Refusals of requests for entries. */
export const metadataText = {
	unknown: (id: bigint | string) => `There is no entry ${id.toString().slice(0, 40)} of this public key.`,
	ofChannel: 'Of the entry of a channel, only the name can be changed.',
	notRemovable: 'The entry of the channel itself cannot be removed. Remove its torrents.',
	noParent: `Entries have no folders: origin_id is always ${CHANNEL_ENTRY_ID}.`,
	longCategory: `The category is longer than ${channelLimits.category} characters.`,
	tooMany: `The list has more than ${MAX_CHANGES} entries. Send several requests.`,
	status: `The status is not a number from 0 to ${MAX_STATUS}.`,
} as const;

/** The key of an entry, as in a request. */
interface EntryKey {
	readonly public_key: string;
	readonly id: bigint;
}

/** Changed fields of an entry; undefined ones stay. */
interface EntryFields {
	readonly name?: string | undefined;
	readonly category?: string | undefined;
	readonly status?: number | undefined;
	readonly origin_id?: bigint | undefined;
}

/** Metadata entries of all channels. Those of the own channel can be changed. */
export class MetadataEntries {
	readonly #channels: Channels;
	readonly #health: KnownHealth;

	constructor(channels: Channels, health: KnownHealth) {
		this.#channels = channels;
		this.#health = health;
	}

	/** Returns the key in the parameters of a path. Throws the 404 for an invalid id. */
	keyOf({ public_key, id }: { readonly public_key: string; readonly id: string }): EntryKey {
		if (!/^\d{1,19}$/.test(id)) throw unknown(id);
		return { public_key, id: BigInt(id) };
	}

	read({ public_key, id }: EntryKey): ChannelEntry {
		const channel = public_key.toLowerCase();
		if (id === CHANNEL_ENTRY_ID) {
			const summary = this.#channels.summary(channel);
			if (!summary) throw unknown(id);
			return channelEntry(summary);
		}
		const entry = isEntryId(id) ? this.#channels.entry(channel, id) : undefined;
		if (!entry) throw unknown(id);
		return torrentEntry(channel, entry, this.#health);
	}

	/** Makes all changes or none. Returns the changed entries. */
	change(changes: readonly (EntryKey & EntryFields)[]): ChannelEntry[] {
		checkCount(changes);
		const { own } = this.#channels;
		const changed = new Map<bigint, TorrentEntry>();
		let name: string | undefined;
		for (const change of changes) {
			checkFields(change);
			if (change.id === CHANNEL_ENTRY_ID) {
				this.#requireOwn(change);
				checkChannelFields(change);
				name = change.name ?? name;
			} else {
				const before = changed.get(change.id) ?? this.#ownTorrent(change);
				changed.set(change.id, withFields(before, change));
			}
		}
		if (changed.size > 0 || name !== undefined) own.changeTorrents([...changed.values()], name);
		// Reading the channel counts its torrents, so a list with its entry a thousand times reads it once.
		const entries = new Map<bigint, ChannelEntry>();
		return changes.map((change) => {
			const entry = entries.get(change.id) ?? this.read(change);
			entries.set(change.id, entry);
			return entry;
		});
	}

	/** Removes all entries or none. Returns them with the state of removed ones. */
	remove(keys: readonly EntryKey[]): ChannelEntry[] {
		checkCount(keys);
		const removed = new Map<bigint, TorrentEntry>();
		for (const key of keys) {
			if (key.id === CHANNEL_ENTRY_ID) {
				this.#requireOwn(key);
				throw invalidParameter(metadataText.notRemovable);
			}
			removed.set(key.id, this.#ownTorrent(key));
		}
		if (removed.size > 0) this.#channels.own.removeTorrents([...removed.values()]);
		return keys.map(({ public_key, id }) => ({
			public_key: public_key.toLowerCase(),
			id,
			state: 'Deleted',
		}));
	}

	#ownTorrent(key: EntryKey): TorrentEntry {
		this.#requireOwn(key);
		const entry = this.#channels.own.torrent(key.id);
		if (!entry) throw unknown(key.id);
		return entry;
	}

	/** Throws the 404 for an unknown entry, and the 401 for one of another service. */
	#requireOwn(key: EntryKey): void {
		const { own, ownId } = this.#channels;
		const channel = key.public_key.toLowerCase();
		if (channel === ownId && own.exists) return;
		this.read(key);
		throw new HttpError(401, 'ForeignChannelError', channelText.foreign(channel));
	}
}

function checkCount(list: readonly unknown[]): void {
	if (list.length > MAX_CHANGES) throw invalidParameter(metadataText.tooMany);
}

function checkFields({ name, category = '', status = 0, origin_id = CHANNEL_ENTRY_ID }: EntryFields): void {
	if (name !== undefined) checkName(name);
	if (category.length > channelLimits.category) throw invalidParameter(metadataText.longCategory);
	if (status < 0 || status > MAX_STATUS) throw invalidParameter(metadataText.status);
	if (origin_id !== CHANNEL_ENTRY_ID) throw invalidParameter(metadataText.noParent);
}

function checkChannelFields({ category, status }: EntryFields): void {
	if (category || status !== undefined) throw invalidParameter(metadataText.ofChannel);
}

function withFields(entry: TorrentEntry, fields: EntryFields): TorrentEntry {
	const { name = entry.name, category = entry.category, status = entry.status } = fields;
	const changed = limitedEntry({ ...entry, name, category, status });
	// Characters of several bytes reach the limit earlier.
	if (changed.name !== name) throw invalidParameter(channelText.longName);
	if (changed.category !== category) throw invalidParameter(metadataText.longCategory);
	return changed;
}

function isEntryId(id: bigint): boolean {
	return id > 0n && id <= MAX_ENTRY_ID;
}

function unknown(id: bigint | string): HttpError {
	return new HttpError(404, 'NotFoundError', metadataText.unknown(id));
}
