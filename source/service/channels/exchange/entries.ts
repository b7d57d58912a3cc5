import {
	integer,
	list,
	nullable,
	object,
	text,
	tryDecode,
	units,
	type ValueOf,
} from '../../market/trading/codec.ts';
import type { PlaylistEntry, TorrentEntry } from '../channel-registry.ts';
import { bounded, channelLimits, jsonLength, MAX_ENTRY_ID } from '../limits.ts';
import { MAX_ENTRY_BYTES } from './limits.ts';
import { wellFormed } from './wire-json.ts';

const natural = integer(0, Number.MAX_SAFE_INTEGER);
const infohash = text(40, /^[0-9a-f]{40}$/);

const torrentCodec = object({
	id: units(MAX_ENTRY_ID, 1n),
	infohash,
	name: wellFormed(channelLimits.name),
	size: nullable(natural),
	category: wellFormed(channelLimits.category),
	status: integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
	created: natural,
	trackers: list(wellFormed(channelLimits.trackerUrl), channelLimits.trackers),
	files: list(object({ name: wellFormed(channelLimits.fileName), size: natural }), channelLimits.files),
});

/** Infohashes in one part of a playlist. */
const PART_LENGTH = 150;
/** Bytes of JSON that a name and a description may take, so that they fit into a page. */
const MAX_NAME_BYTES = 1_000;
const MAX_DESCRIPTION_BYTES = 7_000;

/** A part of a playlist. The first one has its name and description, the others its torrents. */
const playlistCodec = object({
	id: integer(1, Number.MAX_SAFE_INTEGER),
	part: integer(0, Math.ceil(channelLimits.playlistTorrents / PART_LENGTH)),
	name: wellFormed(channelLimits.name),
	description: wellFormed(channelLimits.description),
	torrents: list(infohash, PART_LENGTH),
});

type PlaylistPart = ValueOf<typeof playlistCodec>;

/** Returns a torrent as JSON. There is one form for each. */
export function torrentText({ feed: _, size, ...torrent }: TorrentEntry): string {
	return JSON.stringify(torrentCodec.encode({ ...torrent, size: size ?? null }));
}

/** Undefined if it breaks the rules. */
export function torrentOf(json: unknown): TorrentEntry | undefined {
	const decoded = tryDecode(torrentCodec, json);
	if (!decoded || jsonLength(json) > MAX_ENTRY_BYTES) return undefined;
	return { ...decoded, size: decoded.size ?? undefined, feed: undefined };
}

/** Returns the parts of a playlist as JSON. */
export function playlistTexts({ id, name, description, torrents }: PlaylistEntry): string[] {
	const first: PlaylistPart = {
		id,
		part: 0,
		name: bounded(name, channelLimits.name, MAX_NAME_BYTES),
		description: bounded(description, channelLimits.description, MAX_DESCRIPTION_BYTES),
		torrents: [],
	};
	const count = Math.ceil(torrents.length / PART_LENGTH);
	const others = Array.from({ length: count }, (_, index): PlaylistPart => {
		const part = torrents.slice(index * PART_LENGTH, (index + 1) * PART_LENGTH);
		return { id, part: index + 1, name: '', description: '', torrents: part };
	});
	return [first, ...others].map((part) => JSON.stringify(playlistCodec.encode(part)));
}

/** Returns the playlists of all their parts, in any sequence. Undefined if a part breaks the rules. */
export function playlistsOf(parts: readonly unknown[]): PlaylistEntry[] | undefined {
	const playlists = new Map<number, PlaylistPart[]>();
	for (const json of parts) {
		const part = tryDecode(playlistCodec, json);
		if (!part) return undefined;
		const others = playlists.get(part.id) ?? [];
		others.push(part);
		playlists.set(part.id, others);
	}
	return [...playlists.values()].map((unsorted) => {
		const [first, ...others] = unsorted.sort((a, b) => a.part - b.part);
		const { id = 0, name = '', description = '' } = first ?? {};
		return { id, name, description, torrents: others.flatMap(({ torrents }) => torrents) };
	});
}
