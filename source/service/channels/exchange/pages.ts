import { createHash } from 'node:crypto';
import { jsonOf } from '../../../basics/json.ts';
import type { ChannelContent, PlaylistEntry, TorrentEntry } from '../channel-registry.ts';
import { channelLimits } from '../limits.ts';
import { playlistsOf, playlistTexts, torrentOf, torrentText } from './entries.ts';
import type { HeadFields } from './head.ts';
import { MAX_PAGE_BYTES } from './limits.ts';

/**
 * The contents of a channel as pages. A page is known by its SHA-256.
 *
 * A page with contents is JSON: a list of torrents, or a part of a playlist. Torrents are split by the first bits of
 * their ids until a page is small enough, so a change of a torrent changes one page. An index page has a first byte that
 * no JSON has, and the hashes of other pages. There is one set of pages for each content.
 */
export interface PageSet {
	/** Hash of the first index page. */
	readonly root: string;
	/** Bytes of all pages with contents. */
	readonly size: number;
	/** Index pages included. */
	readonly pages: ReadonlyMap<string, Uint8Array>;
}

const INDEX = 1;
const HASH_BYTES = 32;
const MAX_CHILDREN = Math.floor((MAX_PAGE_BYTES - 1) / HASH_BYTES);
/** First bit of the ids, which have 63. */
const FIRST_BIT = 62n;

export const hashOf = (page: Uint8Array): string => createHash('sha256').update(page).digest('hex');

interface Row {
	readonly id: bigint;
	readonly text: string;
	readonly bytes: number;
}

/** Torrents as JSON. Making it again for each change of a large channel would be slow. */
export type Rows = WeakMap<TorrentEntry, Row>;

/** Returns the pages of a channel. Takes known rows, and adds new ones. */
export function pagesOf(
	{ torrents, playlists }: Pick<ChannelContent, 'torrents' | 'playlists'>,
	known: Rows = new WeakMap(),
): PageSet {
	const pages = new Map<string, Uint8Array>();
	const add = (page: Uint8Array): string => {
		const hash = hashOf(page);
		pages.set(hash, page);
		return hash;
	};
	const rows = torrents.map((torrent): Row => {
		const row = known.get(torrent);
		if (row) return row;
		const text = torrentText(torrent);
		const made = { id: torrent.id, text, bytes: Buffer.byteLength(text) };
		known.set(torrent, made);
		return made;
	});
	rows.sort((a, b) => (a.id < b.id ? -1 : 1));
	const texts = [...split(rows, FIRST_BIT), ...inSequence(playlists).flatMap(playlistTexts)];
	const contents = texts.map((text) => Buffer.from(text));
	const size = contents.reduce((sum, { length }) => sum + length, 0);
	let hashes = contents.map(add);
	while (hashes.length > MAX_CHILDREN) {
		const groups = Math.ceil(hashes.length / MAX_CHILDREN);
		const children = hashes;
		hashes = Array.from({ length: groups }, (_, index) =>
			add(indexPage(children.slice(index * MAX_CHILDREN, (index + 1) * MAX_CHILDREN))),
		);
	}
	return { root: add(indexPage(hashes)), size, pages };
}

/** Returns the hashes in an index page, 'contents' for another page, or undefined for a malformed one. */
export function childrenOf(page: Uint8Array): readonly string[] | 'contents' | undefined {
	if (page[0] !== INDEX) return 'contents';
	const hashes = Buffer.from(page.buffer, page.byteOffset + 1, page.byteLength - 1);
	if (hashes.length % HASH_BYTES !== 0) return undefined;
	return Array.from({ length: hashes.length / HASH_BYTES }, (_, index) =>
		hashes.toString('hex', index * HASH_BYTES, (index + 1) * HASH_BYTES),
	);
}

/** Returns the pages with contents. */
export function contentPagesOf({ pages }: PageSet): Uint8Array[] {
	return [...pages.values()].filter((page) => childrenOf(page) === 'contents');
}

/** Returns the channel of a head and all its pages with contents. Undefined unless they are exactly those of the head. */
export function contentOf(head: Omit<HeadFields, 'v' | 'kind'>, contents: Iterable<Uint8Array>) {
	const torrents: TorrentEntry[] = [];
	const parts: unknown[] = [];
	for (const page of contents) {
		const json = jsonOf(page);
		if (!Array.isArray(json)) {
			parts.push(json);
			continue;
		}
		for (const row of json) {
			const torrent = torrentOf(row);
			if (!torrent || torrents.length === channelLimits.torrents) return undefined;
			torrents.push(torrent);
		}
	}
	const playlists = playlistsOf(parts);
	if (!playlists || playlists.length > channelLimits.playlists) return undefined;
	if (playlists.some((playlist) => playlist.torrents.length > channelLimits.playlistTorrents))
		return undefined;
	if (torrents.length !== head.torrents || !isUnique(torrents)) return undefined;
	// The pages of a content are always the same ones, so this finds every other fault.
	const pages = pagesOf({ torrents, playlists });
	if (pages.root !== head.index || pages.size !== head.size) return undefined;
	const { name, description, version, created, updated } = head;
	torrents.sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1));
	const content: ChannelContent = {
		name,
		description,
		version,
		created,
		updated,
		torrents,
		playlists: inSequence(playlists),
	};
	return { content, pages };
}

/** Whether receivers accept a content. Examines torrents only that have no row yet. */
export function isPublishable({ torrents, playlists }: ChannelContent, known: Rows): boolean {
	const fresh = torrents.filter((torrent) => !known.has(torrent));
	return (
		isUnique(torrents) &&
		fresh.every((torrent) => torrentOf(JSON.parse(torrentText(torrent))) !== undefined) &&
		playlistsOf(playlists.flatMap(playlistTexts).map((text) => JSON.parse(text))) !== undefined
	);
}

const inSequence = (playlists: readonly PlaylistEntry[]) => [...playlists].sort((a, b) => a.id - b.id);

function isUnique(torrents: readonly TorrentEntry[]): boolean {
	const ids = new Set(torrents.map(({ id }) => id));
	const infohashes = new Set(torrents.map(({ infohash }) => infohash));
	return ids.size === torrents.length && infohashes.size === torrents.length;
}

/** Returns pages of rows, which are sorted by their ids. */
function split(rows: readonly Row[], bit: bigint): string[] {
	if (rows.length === 0) return [];
	const bytes = rows.reduce((sum, row) => sum + row.bytes + 1, 1);
	if (bytes <= MAX_PAGE_BYTES || bit < 0n) return [`[${rows.map(({ text }) => text).join(',')}]`];
	const isUpper = ({ id }: Row) => ((id >> bit) & 1n) === 1n;
	const middle = rows.findIndex(isUpper);
	const lower = middle < 0 ? rows : rows.slice(0, middle);
	const upper = middle < 0 ? [] : rows.slice(middle);
	return [...split(lower, bit - 1n), ...split(upper, bit - 1n)];
}

function indexPage(hashes: readonly string[]): Uint8Array {
	return Buffer.concat([Buffer.of(INDEX), ...hashes.map((hash) => Buffer.from(hash, 'hex'))]);
}
