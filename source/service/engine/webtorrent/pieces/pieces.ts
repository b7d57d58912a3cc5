import type { Torrent } from 'webtorrent';
import { MetainfoError } from '../../../../metainfo/error.ts';
import { bitfieldOf, hasPiece } from '../../../../metainfo/layout.ts';
import type { Metainfo } from '../../../../metainfo/metainfo.ts';
import { type FileRange, indexOutside, indicesOf, noSuchFile } from '../../../../metainfo/selection.ts';
import type { EngineDownload, EngineMessage, PieceOrder } from '../../port.ts';
import type { RequestContext } from './block-requester.ts';
import { PieceRequests } from './piece-requests.ts';
import { SelectionProgress } from './selection.ts';
import { StreamReaders } from './stream-readers.ts';

const RAREST_FIRST: PieceOrder = { sequential: false, priorities: new Map() };

/** Next step after the selection of a file that does not exist. */
export const SELECT_OTHERS = 'Select other files, then resume the download.';

/** Pieces of a download: complete, selected, and awaited by readers of the content. Reports them to the service. */
export class Pieces {
	#metainfo: Metainfo | null = null;
	/** Complete pieces according to the disk check. */
	#checked: Uint8Array = new Uint8Array();
	#selection: SelectionProgress | null = null;
	/** Indices of the selected files; null for all. */
	#selected: readonly number[] | null;
	#order: PieceOrder;
	/** Files that the magnet link selects; null when it selects none. */
	#ranges: readonly FileRange[] | null = null;
	/** Whether selected pieces were missing at the start or at the last change of the selection. */
	#unfinished = false;
	/** Whether the bitfield differs from the last reported one. */
	#changed = false;
	#transferring = false;
	#requests: PieceRequests | null = null;
	readonly #readers = new StreamReaders();
	readonly #infohash: string;
	readonly #emit: (message: EngineMessage) => void;

	constructor(
		{ infohash, selected, order = RAREST_FIRST }: EngineDownload,
		emit: (message: EngineMessage) => void,
	) {
		this.#infohash = infohash;
		this.#selected = selected;
		this.#order = order;
		this.#emit = emit;
	}

	/** Starts to control the requests of the library's torrent. To be called once, before the torrent starts. */
	attach(torrent: Torrent, context: RequestContext): void {
		this.#requests = new PieceRequests(torrent, context);
		torrent.once('metadata', () => this.#applySelection());
	}

	/** Requested pieces; null before `attach`. */
	get requests(): PieceRequests | null {
		return this.#requests;
	}

	/** null until the disk is checked. */
	get metainfo(): Metainfo | null {
		return this.#metainfo;
	}

	/** null until the metainfo is known. */
	get selection(): SelectionProgress | null {
		return this.#selection;
	}

	/** 0 until the disk is checked. */
	get count(): number {
		return this.#metainfo?.pieceCount ?? 0;
	}

	/** Complete pieces. Empty until the disk is checked. */
	get bitfield(): Uint8Array {
		return this.#requests?.bitfield ?? this.#checked;
	}

	/** Missing bytes of the whole torrent; undefined until the disk is checked. */
	get missingBytes(): number | undefined {
		return this.#metainfo ? this.#selection?.missingOfAll : undefined;
	}

	/** Whether selected pieces are missing that were missing at the start or at the last change of the selection. */
	get unfinished(): boolean {
		return this.#unfinished;
	}

	/** Whether pieces have arrived since the last report. */
	get unreported(): boolean {
		return this.#changed;
	}

	has(index: number): boolean {
		return hasPiece(this.bitfield, index);
	}

	/** Selects the magnet link's files, unless a selection exists. */
	selectRanges(ranges: readonly FileRange[] | null): void {
		this.#ranges = ranges;
	}

	/**
	 * Returns the selection's progress according to a claimed bitfield.
	 * @throws MetainfoError when a selected file does not exist
	 */
	claimedProgress(metainfo: Metainfo, claimed: Uint8Array | undefined): SelectionProgress {
		if (this.#ranges) this.#selected ??= indicesOf(this.#ranges, metainfo.files.length);
		const outside = indexOutside(metainfo, this.#selected);
		if (outside !== undefined) {
			throw new MetainfoError(`${noSuchFile(outside, metainfo.files.length)} ${SELECT_OTHERS}`);
		}
		const bitfield = claimed ?? bitfieldOf(metainfo.pieceCount);
		this.#selection = this.#progressOf(metainfo, bitfield);
		return this.#selection;
	}

	/**
	 * Sets the result of the disk check and returns the selection's progress. Reports the bitfield if it `changed`.
	 */
	setChecked(metainfo: Metainfo, bitfield: Uint8Array, changed: boolean): SelectionProgress {
		this.#metainfo = metainfo;
		this.#checked = bitfield;
		// The selection may have changed during the check.
		this.#selection = this.#progressOf(metainfo, bitfield);
		this.#changed = changed;
		this.report();
		return this.#selection;
	}

	/** Changes the selection. Returns its progress if it applies now; null if it applies when the transfer starts. */
	select(selected: readonly number[] | null): SelectionProgress | null {
		this.#selected = selected;
		this.#ranges = null;
		if (!this.#metainfo) return null;
		this.#selection = this.#progressOf(this.#metainfo, this.bitfield);
		if (!this.#transferring) return null;
		this.#applySelection();
		this.#unfinished = this.#selection.missing > 0;
		return this.#selection;
	}

	/** Changes the sequence of requests, now or when the transfer starts. */
	setOrder(order: PieceOrder): void {
		this.#order = order;
		if (!this.#metainfo) return;
		this.#selection = this.#progressOf(this.#metainfo, this.bitfield);
		if (this.#transferring) this.#applySelection();
	}

	/** Requests the selected pieces, and first those that readers wait for. */
	startTransfer(): void {
		const { metainfo, selection } = this;
		if (!metainfo || !selection) throw new Error('a transfer cannot start before the disk is checked');
		this.#transferring = true;
		this.#applySelection();
		this.#unfinished = selection.missing > 0;
		const { pieceLength, length } = metainfo;
		this.#readers.start({ pieceLength, length, has: (index) => this.has(index) });
		this.#prioritize();
	}

	/** Requests these bytes of the torrent first. Resolves when they are on the disk. See the port. */
	prepare(reader: string, from: number, to: number): Promise<void> {
		const arrived = this.#readers.wait(reader, from, to);
		this.#prioritize();
		return arrived;
	}

	/** Ends all waits of a reader. */
	release(reader: string): void {
		this.#readers.release(reader);
		this.#prioritize();
	}

	/** Registers a verified piece on the disk. Returns whether it was the last one of the selection. */
	complete(index: number): boolean {
		this.#readers.verified(index);
		if (!this.#selection) return false;
		this.#selection.completed(index);
		this.#changed = true;
		return this.#unfinished && this.#selection.missing <= 0;
	}

	/** Reports the bitfield if it has new pieces. */
	report(): void {
		if (!this.#changed || !this.#metainfo) return;
		this.#changed = false;
		const bitfield = Uint8Array.from(this.bitfield);
		this.#emit({ type: 'bitfield', infohash: this.#infohash, bitfield });
	}

	/** Reports the completed selection, after the bitfield. */
	reportFinished(): void {
		this.#unfinished = false;
		this.report();
		this.#emit({ type: 'finished', infohash: this.#infohash });
	}

	/** Rejects all waits of readers. */
	end(): void {
		this.#transferring = false;
		this.#readers.end();
	}

	#applySelection(): void {
		if (this.#selection) this.#requests?.select(this.#selection, this.#order.sequential);
	}

	#progressOf(metainfo: Metainfo, bitfield: Uint8Array): SelectionProgress {
		return new SelectionProgress(metainfo, this.#selected, bitfield, this.#order.priorities);
	}

	#prioritize(): void {
		if (this.#transferring) this.#requests?.prioritize(this.#readers.ranges());
	}
}
