import { randomBytes } from 'node:crypto';
import { withoutSecrets } from '../../format/without-secrets.ts';
import type { Source } from '../downloads/source.ts';
import { categoryOf } from './category.ts';
import type { ChannelFile, TorrentEntry } from './channel-registry.ts';
import { bounded, channelLimits, jsonLength } from './limits.ts';

/** Status of new entries. Other values are those of requests. */
export const PUBLISHED_STATUS = 2;

/** A torrent before it is an entry of the own channel. */
export interface TorrentDraft
	extends Pick<TorrentEntry, 'infohash' | 'name' | 'size' | 'trackers' | 'files'> {
	/** Whether it is limited to its trackers (BEP 27). */
	readonly isPrivate: boolean;
}

/** Returns the draft of a torrent or a magnet link. `title` is the name of a magnet link without one. */
export function draftOf(source: Source, title = ''): TorrentDraft {
	if (source.kind === 'magnet') {
		const { infohash, name, trackers } = source.magnet;
		return { infohash, name: name || title, size: undefined, trackers, files: [], isPrivate: false };
	}
	const { infohash, name, length, trackers, files, private: isPrivate } = source.metainfo;
	return {
		infohash,
		name,
		size: length,
		trackers,
		files: files.filter(({ padding }) => !padding).map(({ path, length: size }) => ({ name: path, size })),
		isPrivate,
	};
}

/** Returns the draft of a torrent in another channel. */
export function draftOfEntry({ infohash, name, size, trackers, files }: TorrentEntry): TorrentDraft {
	return { infohash, name, size, trackers, files, isPrivate: false };
}

/** Returns a published entry of a draft. */
export function entryOf(
	{ infohash, name, size, trackers, files }: TorrentDraft,
	{ id, created, feed }: Pick<TorrentEntry, 'id' | 'created' | 'feed'>,
): TorrentEntry {
	return limitedEntry({
		id,
		infohash,
		name: name.trim() || infohash,
		size,
		category: categoryOf(name, files),
		status: PUBLISHED_STATUS,
		trackers: trackers.filter(isPublic),
		files,
		created,
		feed,
	});
}

/** Returns an entry within the limits: with shorter texts, and with the first trackers and files that fit. */
export function limitedEntry(entry: TorrentEntry): TorrentEntry {
	const basis = {
		...entry,
		name: bounded(entry.name, channelLimits.name, channelLimits.torrentNameBytes),
		category: bounded(entry.category, channelLimits.category),
	};
	let bytes = entryBytes({ ...basis, trackers: [], files: [] });
	const fits = (item: unknown) => {
		bytes += jsonLength(item) + 1;
		return bytes <= channelLimits.entryBytes;
	};
	const trackers = entry.trackers
		.filter((url) => url.length <= channelLimits.trackerUrl)
		.slice(0, channelLimits.trackers)
		.filter(fits);
	bytes = entryBytes({ ...basis, trackers, files: [] });
	const files: ChannelFile[] = [];
	for (const { name, size } of entry.files.slice(0, channelLimits.files)) {
		const file = { name: bounded(name, channelLimits.fileName), size };
		if (!fits(file)) break;
		files.push(file);
	}
	return { ...basis, trackers, files };
}

/** Returns the size of an entry as JSON, in bytes, as the limits count it. The feed is not published. */
export function entryBytes({ id, feed: _, ...published }: TorrentEntry): number {
	return jsonLength({ id: id.toString(), ...published });
}

/** Returns an id from 1 to 2^63 - 1. */
export function randomEntryId(): bigint {
	return BigInt.asUintN(63, randomBytes(8).readBigUInt64BE()) || 1n;
}

/** Whether a tracker's URL has neither credentials nor a passkey. In doubt it is not published. */
function isPublic(url: string): boolean {
	if (withoutSecrets(url) !== url || !URL.canParse(url)) return false;
	const { username, password, search, hash, pathname, hostname } = new URL(url);
	if (`${username}${password}${search}${hash}` !== '') return false;
	// Names of hidden services are public keys, and IPv6 addresses look like passkeys.
	const isKnownForm = /(?:\.onion|\.i2p|^\[.*\])$/i.test(hostname);
	return !pathname.split(/[^a-z\d]+/i).some(isKey) && (isKnownForm || !hostname.split('.').some(isLongKey));
}

/** Whether a part of a path may be a passkey: letters with digits, or very long. */
function isKey(part: string): boolean {
	return (part.length >= 8 && /\d/.test(part) && /[a-z]/i.test(part)) || part.length >= 16;
}

/** Whether a part of a host name may be a passkey. */
function isLongKey(part: string): boolean {
	return part.length >= 16 && /\d/.test(part) && /[a-z]/i.test(part);
}
