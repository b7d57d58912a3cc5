import { clip, reasonOf } from '../http/http-error.ts';
import type { Log } from '../log/log.ts';
import type { OwnChannel } from './own-channel.ts';

const privateEntriesText = {
	removed: (name: string) =>
		`The torrent ${clip(name)} was removed from your channel: its metadata shows that it is private.`,
	failed: (infohash: string, reason: string) =>
		`Channels: cannot check whether the torrent ${infohash} is private: ${reason}.`,
} as const;

/** The torrents of downloads. */
export interface DownloadedTorrents {
	/** Resolves with undefined if there is no download with metadata. */
	isPrivate(infohash: string): Promise<boolean | undefined>;
	/** Calls `listener` when the metadata of a download arrived. Returns a function that ends that. */
	onMetadata(listener: (infohash: string) => void): () => void;
}

interface PrivateEntriesOptions {
	readonly own: OwnChannel;
	readonly torrents: DownloadedTorrents;
	readonly log: Log;
}

/**
 * Removes magnet links from the own channel whose metadata shows that they are private (BEP 27). Their metadata may
 * arrive at any time, also before the link or while the channels are closed.
 */
export class PrivateEntries {
	readonly #options: PrivateEntriesOptions;
	readonly #unsubscribe: () => void;
	/** Ids of entries without metadata that were checked. */
	#checked: ReadonlySet<bigint> = new Set();
	#isClosed = false;

	constructor(options: PrivateEntriesOptions) {
		const { own, torrents } = options;
		this.#options = options;
		this.#unsubscribe = torrents.onMetadata((infohash) => void this.#check(infohash));
		own.onChange(() => this.#checkNew());
		this.#checkNew();
	}

	close(): void {
		this.#isClosed = true;
		this.#unsubscribe();
	}

	#checkNew(): void {
		const entries = this.#options.own.content?.torrents.filter(({ size }) => size === undefined) ?? [];
		const added = entries.filter(({ id }) => !this.#checked.has(id));
		this.#checked = new Set(entries.map(({ id }) => id));
		for (const { infohash } of added) void this.#check(infohash);
	}

	async #check(infohash: string): Promise<void> {
		const { own, torrents, log } = this.#options;
		try {
			if (!own.torrent(infohash) || !(await torrents.isPrivate(infohash))) return;
			const entry = own.torrent(infohash);
			if (!entry || this.#isClosed) return;
			own.removeTorrents([entry]);
			log('warning', privateEntriesText.removed(entry.name));
		} catch (error) {
			log('error', privateEntriesText.failed(infohash, reasonOf(error)), error);
		}
	}
}
