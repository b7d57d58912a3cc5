import { BoundedMap } from '../../basics/bounded-map.ts';
import type { Metainfo } from '../../metainfo/metainfo.ts';

/** Heap bytes per file entry, including its tree node and excluding the characters of its path. */
const BYTES_PER_FILE = 500;

/**
 * Recently used parsed torrents. Parsing one of 20,000 files takes half a second. Limited in bytes, except for the
 * last one used, which is always kept.
 */
export class MetainfoCache {
	readonly #entries: BoundedMap<{ readonly metainfo: Metainfo; readonly bytes: number }>;

	constructor(limit: number) {
		this.#entries = new BoundedMap(limit, ({ bytes }) => bytes);
	}

	/** Estimated bytes of all entries. */
	get bytes(): number {
		return this.#entries.size;
	}

	get(infohash: string): Metainfo | undefined {
		return this.#entries.get(infohash)?.metainfo;
	}

	/** @param size bytes of the .torrent, which the metainfo references */
	set(infohash: string, metainfo: Metainfo, size: number): void {
		const bytes = metainfo.files.reduce((sum, { path }) => sum + BYTES_PER_FILE + 4 * path.length, size);
		this.#entries.set(infohash, { metainfo, bytes });
	}

	delete(infohash: string): void {
		this.#entries.delete(infohash);
	}
}
