import { MetainfoError } from '../../metainfo/error.ts';
import { selectionBytes } from '../../metainfo/layout.ts';
import { parseMagnet } from '../../metainfo/magnet.ts';
import type { Metainfo } from '../../metainfo/metainfo.ts';
import type { Emit } from '../core/emit.ts';
import type { EngineStatus } from '../engine/port.ts';
import { HttpError, reasonOf, unknownDownload } from '../http/http-error.ts';
import { DatabaseMoved } from '../storage/database-files.ts';
import type { DownloadStore } from '../storage/download-store.ts';
import { type DownloadRecord, nameOf } from '../storage/record.ts';
import { statusOf } from './status.ts';
import { StoredMetainfo } from './stored-metainfo.ts';

export const registryText = {
	beingRemoved: (name: string) => `${name} is being removed, so it cannot be changed.`,
};

/** Records of all downloads and their latest engine status. Saves them and emits events when a status changes. */
export class DownloadRegistry {
	readonly #store: DownloadStore;
	readonly #metainfos: StoredMetainfo;
	readonly #emit: Emit;
	readonly #onSaving: (failure: string | undefined) => void;
	readonly #records = new Map<string, DownloadRecord>();
	/** Records whose removal is in progress. They are not listed. */
	readonly #hidden = new Map<string, DownloadRecord>();
	readonly #live = new Map<string, EngineStatus>();
	/** Whether the status in `#live` is current. False while the engine does not respond. */
	#liveShown = true;
	/** Last emitted status by infohash. */
	readonly #emitted = new Map<string, string>();
	/** Records whose bitfield, progress or totals are not saved yet. */
	readonly #unsaved = new Set<DownloadRecord>();
	/** Records with other fields that are not saved yet. */
	readonly #unsavedRecords = new Set<DownloadRecord>();
	readonly #metadataListeners = new Set<(infohash: string) => void>();
	#onPaths: (record: DownloadRecord) => void = () => {};
	#onDamage: (record: DownloadRecord) => void = () => {};
	#savingSoon: NodeJS.Immediate | undefined;
	/** Why the last save failed; undefined if it did not. A failure is reported once. */
	#failure: string | undefined;

	/** `onSaving` gets the reason when `save` starts to fail, and undefined when it works again. */
	constructor(store: DownloadStore, emit: Emit, onSaving: (failure: string | undefined) => void) {
		this.#store = store;
		this.#metainfos = new StoredMetainfo(store);
		this.#onSaving = onSaving;
		this.#emit = emit;
		for (const record of store.load()) {
			const { infohash, removing } = record;
			(removing === '' ? this.#records : this.#hidden).set(infohash, record);
		}
	}

	/** In the order of addition. */
	get records(): Iterable<DownloadRecord> {
		return this.#records.values();
	}

	/** Downloads being removed, which are not listed. */
	get hidden(): Iterable<DownloadRecord> {
		return this.#hidden.values();
	}

	get size(): number {
		return this.#records.size;
	}

	get(infohash: string): DownloadRecord | undefined {
		return this.#records.get(infohash);
	}

	/** Returns a download by an infohash in any case. Throws the 404 for an unknown one. */
	require(infohash: string): DownloadRecord {
		const record = this.#records.get(infohash.toLowerCase());
		if (!record) throw unknownDownload(infohash);
		return record;
	}

	/** Throws the 404 for a download that is removed, and the 409 for one that is being removed. */
	requireListed(record: DownloadRecord): void {
		if (this.#records.get(record.infohash) !== record) throw unknownDownload(record.infohash);
		if (record.removing !== '')
			throw new HttpError(409, 'RemovalInProgressError', registryText.beingRemoved(nameOf(record)));
	}

	/** Returns the engine's latest status of a download; undefined when it does not run. */
	live(infohash: string): EngineStatus | undefined {
		return this.#live.get(infohash);
	}

	/** Returns the status to show: that of `live`, or undefined while the engine does not respond. */
	current(infohash: string): EngineStatus | undefined {
		return this.#liveShown ? this.#live.get(infohash) : undefined;
	}

	/** Shows or hides the status of all downloads. */
	showLive(shown: boolean): void {
		if (this.#liveShown === shown) return;
		this.#liveShown = shown;
		for (const record of this.#records.values()) this.#emitStatus(record);
	}

	torrent(infohash: string): Uint8Array | undefined {
		return this.#store.torrent(infohash);
	}

	/**
	 * Parses the metainfo in slices, so that `metainfo` returns it without blocking. It may still be missing or
	 * damaged.
	 */
	readAhead(record: DownloadRecord): Promise<void> {
		return this.#metainfos.readAhead(record, () => this.knows(record));
	}

	/** Returns a download whose metainfo is parsed. Throws the 404 if it is unknown, or removed meanwhile. */
	async requireParsed(infohash: string): Promise<DownloadRecord> {
		await this.readAhead(this.require(infohash));
		return this.require(infohash);
	}

	/** Returns undefined while the metadata is missing or damaged. Damage becomes the download's error. */
	metainfo(record: DownloadRecord): Metainfo | undefined {
		const { metainfo, damage } = this.#metainfos.read(record);
		if (damage !== undefined && record.error === '' && this.#records.get(record.infohash) === record) {
			const runs = this.#live.has(record.infohash);
			this.applyChange(record, { error: damage, checking: false, unverified: true });
			this.setLive(record, undefined);
			if (runs) this.#onDamage(record);
		}
		return metainfo;
	}

	/** Resolves with whether a torrent is private (BEP 27). Undefined without a download or its metadata. */
	async isPrivate(infohash: string): Promise<boolean | undefined> {
		const record = this.#records.get(infohash);
		if (!record) return undefined;
		await this.readAhead(record);
		return this.#records.get(infohash) === record ? this.metainfo(record)?.private : undefined;
	}

	/** Describes the damage of the .torrent in the database; undefined without damage. */
	damage(record: DownloadRecord): string | undefined {
		return this.#metainfos.read(record).damage;
	}

	/** Reads the trackers of a download whose older record lacks them. A damaged torrent has none. */
	async readTrackers(record: DownloadRecord): Promise<void> {
		if (record.trackers !== null) return;
		await this.readAhead(record);
		const { metainfo } = this.#metainfos.read(record);
		if (this.#records.get(record.infohash) !== record || record.trackers !== null) return;
		this.applyChange(record, { trackers: metainfo?.trackers ?? magnetTrackers(record.magnet) });
	}

	/** Calls `listener` when the metadata of a download is saved. Returns a function that ends that. */
	onMetadata(listener: (infohash: string) => void): () => void {
		this.#metadataListeners.add(listener);
		return () => this.#metadataListeners.delete(listener);
	}

	/** Calls `listener` when the place of a download's data may have changed: addition, move, metadata, links, removal. */
	onPaths(listener: (record: DownloadRecord) => void): void {
		this.#onPaths = listener;
	}

	/** Calls `listener` when the metainfo of a running download is found damaged. The engine must stop it. */
	onDamage(listener: (record: DownloadRecord) => void): void {
		this.#onDamage = listener;
	}

	/** Returns a download, also one that is being removed. */
	find(infohash: string): DownloadRecord | undefined {
		return this.#records.get(infohash) ?? this.#hidden.get(infohash);
	}

	/** Whether a record is of a download, also of one that is being removed. */
	knows(record: DownloadRecord): boolean {
		return this.find(record.infohash) === record;
	}

	/** Adds a new record with its progress. It is on the disk on return. */
	add(record: DownloadRecord, torrent: Uint8Array | undefined): void {
		this.#write(() => this.#store.add(record, torrent));
		this.#records.set(record.infohash, record);
		this.#onPaths(record);
		this.#emitStatus(record);
		if (torrent) this.#reportMetadata(record);
	}

	/**
	 * Changes the requested settings of a download. They are on the disk on return; if it throws, nothing changed. Throws
	 * the errors of `requireListed`, unless the change is a removal or the metadata.
	 */
	change(record: DownloadRecord, change: Partial<DownloadRecord>, torrent?: Uint8Array): void {
		// A removal needs the names of the files, so metadata that arrives meanwhile is saved.
		if (change.removing === undefined && !torrent) this.requireListed(record);
		this.#write(() => this.#store.save({ ...record, ...change }, torrent));
		this.#unsavedRecords.delete(record);
		Object.assign(record, change);
		if ('destination' in change || 'name' in change || 'moving' in change) this.#onPaths(record);
		this.#emitStatus(record);
		if (torrent) this.#reportMetadata(record);
	}

	/**
	 * Changes the requested settings of downloads, also of those being removed, together with what `write` writes. All is
	 * on the disk on return; if it throws, nothing changed.
	 */
	changeAll(records: readonly DownloadRecord[], change: Partial<DownloadRecord>, write: () => void): void {
		const changed = new Set(records.map((record) => ({ ...record, ...change })));
		this.#write(() => this.#store.saveAll(changed, write));
		for (const record of records) {
			this.#unsavedRecords.delete(record);
			Object.assign(record, change);
		}
	}

	/** Applies a change reported by the engine at once. It is saved when the disk accepts it. */
	applyChange(record: DownloadRecord, change: Partial<DownloadRecord>): void {
		Object.assign(record, change);
		if (this.#records.get(record.infohash) !== record) return;
		this.#unsavedRecords.add(record);
		this.save();
		this.#emitStatus(record);
	}

	/** Applies a change reported by the engine at once. It is saved after the current messages, with those of others. */
	applySoon(record: DownloadRecord, change: Partial<DownloadRecord>): void {
		Object.assign(record, change);
		if (this.#records.get(record.infohash) !== record) return;
		this.#unsavedRecords.add(record);
		if ('links' in change) this.#onPaths(record);
		this.#savingSoon ??= setImmediate(() => {
			this.#savingSoon = undefined;
			this.save();
		});
	}

	#reportMetadata({ infohash }: DownloadRecord): void {
		for (const listener of this.#metadataListeners) listener(infohash);
	}

	/** Marks the progress of a download as changed. The next `save` writes it. */
	markProgress(record: DownloadRecord): void {
		this.#unsaved.add(record);
	}

	/** Recalculates the progress from the bitfield and the selected files. */
	measureProgress(record: DownloadRecord): void {
		const metainfo = this.metainfo(record);
		if (!metainfo) return;
		const { total: selected, complete } = selectionBytes(metainfo, record.bitfield, record.selected);
		record.progress = selected === 0 ? 1 : complete / selected;
		this.markProgress(record);
	}

	setLive(record: DownloadRecord, status: EngineStatus | undefined): void {
		// A download may be removed before the engine has stopped it.
		if (this.#records.get(record.infohash) !== record) return;
		if (status) this.#live.set(record.infohash, status);
		else this.#live.delete(record.infohash);
		this.#emitStatus(record);
	}

	/** Sets whether a download waits in the queue. */
	setQueued(record: DownloadRecord, queued: boolean): void {
		record.queued = queued;
		this.#emitStatus(record);
	}

	/** Saves positions in the queue. They are on the disk on return; if it throws, nothing changed. */
	saveQueuePositions(positions: ReadonlyMap<DownloadRecord, number>): void {
		const byInfohash = [...positions].map(([{ infohash }, position]) => [infohash, position] as const);
		this.#write(() => this.#store.saveQueuePositions(byInfohash));
		for (const [record, position] of positions) record.queuePosition = position;
	}

	/** Hides a download while its removal is in progress. */
	hide(record: DownloadRecord): void {
		this.setLive(record, undefined);
		this.#records.delete(record.infohash);
		this.#emitted.delete(record.infohash);
		this.#hidden.set(record.infohash, record);
	}

	/** Lists a download again after its removal failed, with `error` unless that is empty. */
	restore(record: DownloadRecord, error: string): void {
		this.#hidden.delete(record.infohash);
		this.#records.set(record.infohash, record);
		// Some of its data may be deleted.
		this.applyChange(record, { removing: '', error, unverified: record.unverified || error !== '' });
	}

	remove(record: DownloadRecord): void {
		this.#write(() => this.#store.remove(record.infohash));
		this.#hidden.delete(record.infohash);
		this.#unsaved.delete(record);
		this.#unsavedRecords.delete(record);
		this.#records.delete(record.infohash);
		this.#live.delete(record.infohash);
		this.#emitted.delete(record.infohash);
		this.#metainfos.delete(record.infohash);
		this.#onPaths(record);
	}

	/** Saves pending changes. Failed ones are retried at the next call. Notices a database that is lost. */
	save(): void {
		try {
			this.#store.verify();
			const isFailing = this.#failure !== undefined;
			if (this.#unsaved.size === 0 && this.#unsavedRecords.size === 0 && !isFailing) return;
			// The pending change may be smaller than the one that failed.
			if (isFailing) this.#store.probe();
			// Transfers are saved first: the result of a check must be durable before its end.
			this.#store.saveTransfers(this.#unsaved);
			this.#unsaved.clear();
			this.#store.saveAll(this.#unsavedRecords);
			this.#unsavedRecords.clear();
			if (isFailing) this.#onSaving(undefined);
			this.#failure = undefined;
		} catch (error) {
			this.#fail(error);
		}
	}

	/** Reports a full disk before the first change fails. */
	checkSpace(): void {
		try {
			this.#store.probe();
		} catch (error) {
			this.#fail(error);
		}
	}

	/** Writes a requested change. If it fails, the request fails too. */
	#write(work: () => void): void {
		try {
			work();
		} catch (error) {
			this.#fail(error);
			throw error;
		}
	}

	#fail(error: unknown): void {
		const cause = error instanceof HttpError ? error.cause : error;
		const isMoved = cause instanceof DatabaseMoved;
		const failure = isMoved ? cause.message : notSaved(reasonOf(cause));
		// A full disk has several reasons, which alternate.
		if (this.#failure !== undefined && (!isMoved || this.#failure === failure)) return;
		this.#failure = failure;
		this.#onSaving(failure);
	}

	close(): void {
		clearImmediate(this.#savingSoon);
		this.save();
		this.#store.close();
	}

	#emitStatus(record: DownloadRecord): void {
		const status = statusOf(record, this.current(record.infohash)?.phase);
		if (this.#emitted.get(record.infohash) === status) return;
		this.#emitted.set(record.infohash, status);
		this.#emit('torrent_status_changed', { infohash: record.infohash, status: `DLSTATUS_${status}` });
	}
}

function magnetTrackers(uri: string): readonly string[] {
	try {
		return parseMagnet(uri).trackers;
	} catch (error) {
		if (!(error instanceof MetainfoError)) throw error;
		return [];
	}
}

/** Returns the failure to save downloads. */
export function notSaved(reason: string): string {
	return `The downloads cannot be saved: ${reason}. Free space on the disk of the state folder. The service retries.`;
}
