import type { Metainfo } from '../../metainfo/metainfo.ts';

/** Heap bytes per file entry, including its tree node and excluding the characters of its path. */
const BYTES_PER_FILE = 500;

/**
 * Recently used parsed torrents. Parsing one of 20,000 files takes half a second. Limited in bytes, except for the
 * last one used, which is always kept.
 */
export class MetainfoCache {
	readonly #limit: number;
	/** Least recently used first. */
	readonly #entries = new Map<string, { readonly metainfo: Metainfo; readonly bytes: number }>();
	#bytes = 0;

	constructor(limit: number) {
		this.#limit = limit;
	}

	/** Estimated bytes of all entries. */
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

	/** @param size bytes of the .torrent, which the metainfo references */
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
