import { parseTorrent } from '../../metainfo/metainfo.ts';
import type { Emit } from '../core/emit.ts';
import type { EngineMessage, EngineStatus } from '../engine/port.ts';
import { reasonOf } from '../http/http-error.ts';
import type { Log } from '../log/log.ts';
import { type DownloadRecord, nameOf } from '../storage/record.ts';
import { selectionOf } from './addition.ts';
import type { DownloadRegistry } from './download-registry.ts';

export interface EngineEventsOptions {
	readonly registry: DownloadRegistry;
	readonly log: Log;
	readonly emit: Emit;
	/** Called when the data of a download has become complete. */
	readonly onFinished: (record: DownloadRecord) => void;
	/** Engine calls caused by events. They never reject. */
	readonly calls: {
		startDownload(record: DownloadRecord): Promise<void>;
		stopDownload(record: DownloadRecord): Promise<void>;
		select(record: DownloadRecord): Promise<void>;
	};
}

/** Engine message about a single download. */
type DownloadMessage = Exclude<Extract<EngineMessage, { infohash: string }>, { type: 'claim' }>;

/** Applies the engine's messages about downloads to the registry. */
export class EngineEvents {
	readonly #options: EngineEventsOptions;
	/** Totals at the last start in the engine, which counts from zero each time. */
	readonly #base = new WeakMap<DownloadRecord, { down: number; up: number }>();
	/** Downloads whose completion was found by their status, before the message about it. */
	readonly #foundFinished = new WeakSet<DownloadRecord>();
	/** Number of pending selections. */
	readonly #selecting = new WeakMap<DownloadRecord, number>();

	constructor(options: EngineEventsOptions) {
		this.#options = options;
	}

	/** Remembers the totals before the engine starts counting from zero. */
	begin(record: DownloadRecord): void {
		this.#base.set(record, { down: record.totalDown, up: record.totalUp });
	}

	/**
	 * Registers a changed selection that the engine does not have yet. The record's progress has changed already.
	 */
	beginSelection(record: DownloadRecord): void {
		const { registry } = this.#options;
		this.#selecting.set(record, (this.#selecting.get(record) ?? 0) + 1);
		const live = registry.live(record.infohash);
		if (live) registry.setLive(record, bySelection(record, live));
	}

	/** Ends a pending selection, applied or failed. */
	endSelection(record: DownloadRecord): void {
		const left = (this.#selecting.get(record) ?? 0) - 1;
		if (left > 0) this.#selecting.set(record, left);
		else this.#selecting.delete(record);
	}

	handleStatus(status: EngineStatus): void {
		const { registry } = this.#options;
		const record = registry.get(status.infohash);
		if (record?.error !== '') return;
		const base = this.#base.get(record) ?? { down: 0, up: 0 };
		record.totalDown = base.down + status.downloaded;
		record.totalUp = base.up + status.uploaded;
		const selecting = this.#selecting.has(record);
		const transferring = status.phase === 'downloading' || status.phase === 'seeding';
		if (transferring && !selecting) record.progress = status.progress;
		// The permission was for data that is complete now.
		if (status.phase === 'seeding' && record.usesFiles && !record.checking)
			registry.applySoon(record, { usesFiles: false });
		registry.markProgress(record);
		if (!selecting) this.#noteCompletion(record, status);
		registry.setLive(record, selecting ? bySelection(record, status) : status);
	}

	/**
	 * Saves that a download is incomplete, and finds its completion. The message 'finished' is missing if the service was
	 * killed while the engine finished, or if the missing files were deselected.
	 */
	#noteCompletion(record: DownloadRecord, { phase }: EngineStatus): void {
		if (phase === 'downloading') {
			this.#foundFinished.delete(record);
			if (record.timeFinished === null) this.#options.registry.applySoon(record, { timeFinished: 0 });
		}
		if (phase !== 'seeding' || record.timeFinished !== 0) return;
		this.#foundFinished.add(record);
		this.#options.onFinished(record);
	}

	handle(message: DownloadMessage): void {
		const { registry, emit, calls } = this.#options;
		const record = registry.get(message.infohash);
		if (!record) return;
		switch (message.type) {
			case 'metadata':
				this.#handleMetadata(record, message.torrent);
				return;
			case 'bitfield':
				record.bitfield = message.bitfield;
				registry.markProgress(record);
				if (record.unverified) registry.applySoon(record, { unverified: false });
				return;
			case 'disk':
				registry.applySoon(record, { mountPoint: message.mountPoint, links: message.links });
				return;
			case 'finished':
				registry.save();
				if (!this.#foundFinished.delete(record)) this.#options.onFinished(record);
				emit('torrent_finished', { infohash: record.infohash, name: nameOf(record), hidden: false });
				return;
			case 'checked':
				registry.measureProgress(record);
				// The permission of the user was for data that is complete.
				registry.applyChange(record, {
					checking: false,
					usesFiles: record.usesFiles && record.progress < 1,
				});
				registry.setLive(record, undefined);
				void calls.startDownload(record);
				return;
			case 'failed':
				this.fail(record, registry.damage(record) ?? message.reason, message.missing);
		}
	}

	/** Stops the download with an error. `trusted`: whether that casts no doubt on the recorded pieces. */
	fail(record: DownloadRecord, reason: string, trusted = false): void {
		const { registry, log, emit } = this.#options;
		log('warning', `${nameOf(record)}: ${reason}`);
		const unverified = record.unverified || !trusted;
		registry.applyChange(record, { error: reason, checking: false, unverified });
		registry.setLive(record, undefined);
		emit('torrent_error', { infohash: record.infohash, error: reason });
	}

	#handleMetadata(record: DownloadRecord, torrent: Uint8Array): void {
		const { registry, calls } = this.#options;
		// A .torrent may have been added meanwhile.
		if (record.totalPieces > 0) return;
		const { name, length, pieceCount, files, trackers: own } = parseTorrent(torrent);
		const selected = selectionOf(record, files.length);
		// The engine may not have the last change of the trackers yet.
		const trackers = record.trackers ?? own;
		try {
			const change = { name, size: length, totalPieces: pieceCount, trackers, selected };
			registry.change(record, change, torrent);
			void calls.select(record);
		} catch (error) {
			this.fail(record, reasonOf(error));
			void calls.stopDownload(record);
		}
	}
}

/** Returns the status of an earlier selection with the progress of the new one, measured by complete pieces. */
function bySelection({ progress }: DownloadRecord, status: EngineStatus): EngineStatus {
	if (status.phase !== 'downloading' && status.phase !== 'seeding') return status;
	return { ...status, phase: progress < 1 ? 'downloading' : status.phase, progress };
}
