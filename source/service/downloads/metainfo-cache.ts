import type { Metainfo } from '../../metainfo/metainfo.ts';

/** Bytes that a file's entry costs in the heap beside the characters of its path, its place in a tree included. */
const BYTES_PER_FILE = 500;

/**
 * Parsed torrents, those used last: parsing one of 20,000 files takes half a second. Together they stay within a
 * limit in bytes, but the one that was asked for last is always kept, however large it is.
 */
export class MetainfoCache {
	readonly #limit: number;
	/** From the one used longest ago to the one used last. */
	readonly #entries = new Map<string, { readonly metainfo: Metainfo; readonly bytes: number }>();
	#bytes = 0;

	constructor(limit: number) {
		this.#limit = limit;
	}

	/** Bytes of all that is kept, as estimated. */
	get bytes(): number {
		return this.#bytes;
	}

	get(infohash: string): Metainfo | undefined {
		const entry = this.#entries.get(infohash);
		if (!entry) return undefined;
		this.#entries.delete(infohash);
		this.#entries.set(infohash, entry);
		return entry.metainfo;
	}

	/** @param size bytes of the .torrent, which the metainfo keeps views of */
	set(infohash: string, metainfo: Metainfo, size: number): void {
		this.delete(infohash);
		const bytes = metainfo.files.reduce((sum, { path }) => sum + BYTES_PER_FILE + 4 * path.length, size);
		this.#entries.set(infohash, { metainfo, bytes });
		this.#bytes += bytes;
		for (const oldest of this.#entries.keys()) {
			if (this.#bytes <= this.#limit || oldest === infohash) break;
			this.delete(oldest);
		}
	}

	delete(infohash: string): void {
		this.#bytes -= this.#entries.get(infohash)?.bytes ?? 0;
		this.#entries.delete(infohash);
	}
}
