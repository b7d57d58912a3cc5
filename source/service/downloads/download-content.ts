import type { FileHandle } from 'node:fs/promises';
import type { MetainfoFile } from '../../metainfo/metainfo.ts';
import { unfinishedMove } from '../moving/intent.ts';
import { openInside } from '../storage/open-inside.ts';
import type { PathGuard } from '../storage/path-guard.ts';
import type { DownloadRecord } from '../storage/record.ts';
import type { DownloadRegistry } from './download-registry.ts';
import type { EngineController } from './engine-controller.ts';

interface DownloadContentOptions {
	readonly registry: DownloadRegistry;
	readonly controller: EngineController;
	readonly guard: PathGuard;
}

/** Share of a reader's read-ahead that is available, and available without a gap, 0 to 1. */
export interface Buffered {
	readonly share: number;
	readonly consecutive: number;
}

interface Reader {
	readonly buffered: Buffered;
}

/** Contents of the downloads, and their active readers. */
export class DownloadContent {
	readonly #options: DownloadContentOptions;
	/** Active readers of each download's content. */
	readonly #readers = new Map<DownloadRecord, Set<Reader>>();

	constructor(options: DownloadContentOptions) {
		this.#options = options;
	}

	/** Whether the download transfers or will do so without a request. Otherwise missing data stays missing. */
	arrives(record: DownloadRecord): boolean {
		return (
			this.#options.registry.get(record.infohash) === record &&
			record.requestedState === 'running' &&
			!record.queued &&
			record.error === ''
		);
	}

	/** Resolves when these bytes of the torrent are on the disk. Rejects when the engine cannot provide them. */
	prepare(record: DownloadRecord, reader: string, from: number, to: number): Promise<void> {
		return this.#options.controller.prepare(record, reader, from, to);
	}

	release(record: DownloadRecord, reader: string): void {
		this.#options.controller.release(record, reader);
	}

	/** Opens a file of the download. Rejects when it must not or cannot be read. */
	async open(record: DownloadRecord, { diskPath }: MetainfoFile): Promise<FileHandle> {
		const open = (folder: string) => openInside(folder, diskPath, this.#options.guard);
		const move = unfinishedMove(record);
		if (!move) return open(record.destination);
		// Until it ends, a file may be at the other place.
		const other = record.destination === move.to ? move.from : move.to;
		return open(record.destination).catch((error: unknown) =>
			open(other).catch(() => {
				throw error;
			}),
		);
	}

	/** Registers a reader of a download's content. Returns the function that removes it. */
	watch(record: DownloadRecord, reader: Reader): () => void {
		const readers = this.#readers.get(record) ?? new Set();
		this.#readers.set(record, readers.add(reader));
		return () => {
			readers.delete(reader);
			if (readers.size === 0) this.#readers.delete(record);
		};
	}

	/** Returns the buffering of the reader that lacks most; undefined without readers. */
	buffered(record: DownloadRecord): Buffered | undefined {
		const all = [...(this.#readers.get(record) ?? [])].map((reader) => reader.buffered);
		return all.sort((a, b) => a.consecutive - b.consecutive)[0];
	}
}
