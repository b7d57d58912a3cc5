import { isInfohash, magnetOf } from '../../protocol/infohash.ts';
import type { FeedItem } from '../../protocol/resources/channel.ts';
import { type Source, sourceOf } from '../adding/source.ts';
import { boundedName, type KnownTorrent } from './known.ts';

/** Maximum trackers and characters of a magnet link. */
const MAX_TRACKERS = 20;
const MAX_LENGTH = 12_000;

/** Returns the magnet link of a torrent, with its name and trackers; undefined without a valid infohash. */
export function sourceOfTorrent({
	infohash,
	name,
	trackers,
}: Pick<KnownTorrent, 'infohash' | 'name' | 'trackers'>): Source | undefined {
	if (!isInfohash(infohash)) return undefined;
	let link = magnetOf(infohash);
	if (name !== '') link += `&dn=${encoded(boundedName(name))}`;
	for (const url of trackers.slice(0, MAX_TRACKERS)) {
		const part = `&tr=${encoded(url)}`;
		if (/^(https?|udp|wss?):\/\//i.test(url) && link.length + part.length <= MAX_LENGTH) link += part;
	}
	return sourceOf(link);
}

/** Encodes a text for a link. A lone surrogate becomes the replacement character. */
function encoded(text: string): string {
	return encodeURIComponent(new TextDecoder().decode(new TextEncoder().encode(text)));
}

/** Returns the source of an item: its magnet link, the address of its torrent, else its infohash. */
export function sourceOfItem({ uri, infohash, title }: FeedItem): Source | undefined {
	const source = uri === '' ? undefined : sourceOf(uri);
	if (source && source.kind !== 'wrong' && source.kind !== 'path') return source;
	return infohash === undefined ? undefined : sourceOfTorrent({ infohash, name: title, trackers: [] });
}
