import { BoundedMap } from '../../basics/bounded-map.ts';
import { MetainfoError } from '../../metainfo/error.ts';
import { type Metainfo, parseTorrent, parseTorrentInSteps } from '../../metainfo/metainfo.ts';
import { inSlices } from '../../metainfo/slices.ts';
import type { DownloadStore } from '../storage/download-store.ts';
import type { DownloadRecord } from '../storage/record.ts';

/** Damage of a stored torrent. */
export const damageText = {
	damaged: (reason: string) =>
		`The .torrent that the service keeps of this download is damaged: ${reason}. Remove the download without its data, and add it again.`,
	missing: 'it is missing',
	ofOther: 'it is of another download',
};

/** Maximum memory of parsed torrents. */
const MAX_METAINFO_BYTES = 128 * 1024 * 1024;

/** Heap bytes per file entry, including its tree node and excluding the characters of its path. */
const BYTES_PER_FILE = 500;

/** Result of a read. Empty while the metadata is missing. */
interface ReadMetainfo {
	readonly metainfo?: Metainfo;
	/** Describes the damage of the .torrent in the database. */
	readonly damage?: string;
}

/** Reads and caches the torrents in the database. */
export class StoredMetainfo {
	readonly #store: DownloadStore;
	/** Recently used ones by infohash. Parsing one of 20,000 files takes half a second. */
	readonly #parsed = new BoundedMap<{ readonly metainfo: Metainfo; readonly bytes: number }>(
		MAX_METAINFO_BYTES,
		({ bytes }) => bytes,
	);
	/** Torrents being parsed ahead, by infohash. */
	readonly #parsing = new Map<string, Promise<void>>();

	constructor(store: DownloadStore) {
		this.#store = store;
	}

	/**
	 * Parses the torrent of a record in slices, so that `read` returns it without blocking. Keeps the result if
	 * `exists` still returns true. It may be missing or damaged.
	 */
	async readAhead({ infohash }: DownloadRecord, exists: () => boolean): Promise<void> {
		if (this.#parsed.get(infohash)) return;
		const reading = this.#parsing.get(infohash) ?? this.#parse(infohash, exists);
		this.#parsing.set(infohash, reading);
		try {
			await reading;
		} finally {
			if (this.#parsing.get(infohash) === reading) this.#parsing.delete(infohash);
		}
	}

	read({ infohash, magnet }: DownloadRecord): ReadMetainfo {
		const known = this.#parsed.get(infohash);
		if (known) return { metainfo: known.metainfo };
		const bytes = this.#store.torrent(infohash);
		if (!bytes) return magnet === '' ? { damage: damageText.damaged(damageText.missing) } : {};
		try {
			const metainfo = parseTorrent(bytes);
			if (metainfo.infohash !== infohash) return { damage: damageText.damaged(damageText.ofOther) };
			this.#keep(metainfo, bytes.length);
			return { metainfo };
		} catch (error) {
			if (!(error instanceof MetainfoError)) throw error;
			return { damage: damageText.damaged(error.message) };
		}
	}

	/** Removes a torrent from the cache. */
	delete(infohash: string): void {
		this.#parsed.delete(infohash);
	}

	/** Caches a torrent. `size`: bytes of the .torrent, which the metainfo references. */
	#keep(metainfo: Metainfo, size: number): void {
		const bytes = metainfo.files.reduce((sum, { path }) => sum + BYTES_PER_FILE + 4 * path.length, size);
		this.#parsed.set(metainfo.infohash, { metainfo, bytes });
	}

	async #parse(infohash: string, exists: () => boolean): Promise<void> {
		const bytes = this.#store.torrent(infohash);
		if (!bytes) return;
		try {
			const metainfo = await inSlices(parseTorrentInSteps(bytes));
			if (exists() && metainfo.infohash === infohash) this.#keep(metainfo, bytes.length);
		} catch (error) {
			// `read` finds and reports the damage.
			if (!(error instanceof MetainfoError)) throw error;
		}
	}
}
