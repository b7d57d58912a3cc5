import { createHash } from 'node:crypto';
import type { FoundItem } from '../storage/feed-record.ts';
import type { ParsedItem } from './parsing/feed-document.ts';
import { titleOf } from './parsing/item-builder.ts';

/** Maximum characters of a key. Longer ones are hashed, and those with a NUL, at which SQLite ends a text. */
const MAX_KEY = 200;

/**
 * Returns the items of a document with absolute addresses and keys. `base`: address of the document. The key is the id
 * that the feed gives, else the torrent. Items without both, and repeated ones, are left out.
 */
export function foundItems(items: readonly ParsedItem[], base: URL): FoundItem[] {
	const found = new Map<string, FoundItem>();
	for (const { id, uri, title, ...rest } of items) {
		const address = absolute(uri, base);
		const name = id || rest.infohash || address;
		if (name === '') continue;
		const isPlain = name.length <= MAX_KEY && !name.includes('\0');
		const key = isPlain ? name : createHash('sha256').update(name).digest('hex');
		if (!found.has(key)) found.set(key, { ...rest, key, title: title || titleOf(name), uri: address });
	}
	return [...found.values()];
}

/** Returns an HTTP(S) URL or a magnet link; empty for all others. */
function absolute(uri: string, base: URL): string {
	if (uri === '' || /^magnet:/i.test(uri)) return uri.replaceAll('\0', '%00');
	if (!URL.canParse(uri, base.href)) return '';
	const url = new URL(uri, base);
	return /^https?:$/.test(url.protocol) ? url.href : '';
}
