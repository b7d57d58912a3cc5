import { MetainfoError } from '../../../../metainfo/error.ts';
import { bitfieldOf, hasPiece } from '../../../../metainfo/layout.ts';
import type { Metainfo } from '../../../../metainfo/metainfo.ts';
import { type FileRange, indexOutside, indicesOf, noSuchFile } from '../../../../metainfo/selection.ts';
import type { EngineDownload } from '../../port.ts';
import type { FileStore } from '../disk/store.ts';
import type { SwarmData } from '../peer/swarm.ts';
import type { EngineContext } from '../engine-context.ts';
import { SelectionProgress } from './selection.ts';
import type { ReadableData } from './stream-readers.ts';

/** Complete pieces and the selection of a download, from the disk check and then piece by piece. */
export class PiecesHave {
	#data: SwarmData | null = null;
	#wanted: SelectionProgress | null = null;
	/** Indices of the selected files; null for all. */
	#selected: readonly number[] | null;
	/** Files that the magnet link selects; null when it selects none. */
	#ranges: readonly FileRange[] | null = null;
	/** Whether selected pieces were missing at the start or at the last change of the selection. */
	#unfinished = false;
	/** Whether the bitfield differs from the last reported one. */
	#changed = false;
	readonly #infohash: string;
	readonly #context: EngineContext;
	readonly #ofSwarm: () => Uint8Array | undefined;

	/** `ofSwarm` returns the bitfield that the swarm updates; undefined while there is none. */
	constructor(
		{ infohash, selected }: EngineDownload,
		context: EngineContext,
		ofSwarm: () => Uint8Array | undefined,
	) {
		this.#infohash = infohash;
		this.#selected = selected;
		this.#context = context;
		this.#ofSwarm = ofSwarm;
	}

	/** null until the disk is checked. */
	get data(): SwarmData | null {
		return this.#data;
	}

	get wanted(): SelectionProgress | null {
		return this.#wanted;
	}

	/** 0 until the disk is checked. */
	get pieceCount(): number {
		return this.#data?.metainfo.pieceCount ?? 0;
	}

	/** Empty until the disk is checked. */
	get bitfield(): Uint8Array {
		return this.#ofSwarm() ?? this.#data?.bitfield ?? new Uint8Array();
	}

	/**
	 * Whether selected pieces are missing that were missing at the start or at the last change of the selection.
	 */
	get unfinished(): boolean {
		return this.#unfinished;
	}

	/** Whether pieces have arrived since the last report. */
	get unreported(): boolean {
		return this.#changed;
	}

	/** Returns the data as readers need it. */
	readable({ metainfo }: SwarmData): ReadableData {
		const { pieceLength, length } = metainfo;
		return { pieceLength, length, has: (index) => hasPiece(this.bitfield, index) };
	}

	/** Selects the magnet link's files, unless a selection exists. */
	selectRanges(ranges: readonly FileRange[] | null): void {
		this.#ranges = ranges;
	}

	/**
	 * Returns the selection's progress according to a claimed bitfield.
	 * @throws MetainfoError when a selected file does not exist
	 */
	expect(metainfo: Metainfo, claimed: Uint8Array | undefined): SelectionProgress {
		if (this.#ranges) this.#selected ??= indicesOf(this.#ranges, metainfo.files.length);
		const outside = indexOutside(metainfo, this.#selected);
		if (outside !== undefined) {
			throw new MetainfoError(
				`${noSuchFile(outside, metainfo.files.length)} Select other files, then resume the download.`,
			);
		}
		this.#wanted = new SelectionProgress(
			metainfo,
			this.#selected,
			claimed ?? bitfieldOf(metainfo.pieceCount),
		);
		return this.#wanted;
	}

	/** Sets the result of the disk check. Reports the bitfield if it is `news`. */
	found(metainfo: Metainfo, store: FileStore, bitfield: Uint8Array, news: boolean): SwarmData {
		// The selection may have changed during the check.
		this.#wanted = new SelectionProgress(metainfo, this.#selected, bitfield);
		this.#data = { metainfo, store, bitfield, wanted: this.#wanted };
		this.#changed = news;
		this.report();
		return this.#data;
	}

	/** Changes the selection. Returns its progress; null until the disk is checked. */
	select(selected: readonly number[] | null): SelectionProgress | null {
		this.#selected = selected;
		this.#ranges = null;
		if (!this.#data) return null;
		this.#wanted = new SelectionProgress(this.#data.metainfo, selected, this.bitfield);
		return this.#wanted;
	}

	/** Sets the selection that this run completes. */
	pursue(wanted: SelectionProgress): void {
		this.#unfinished = wanted.missing > 0;
	}

	/** Registers a verified piece on the disk. Returns whether it was the last one of the selection. */
	arrived(index: number): boolean {
		if (!this.#wanted) return false;
		this.#wanted.completed(index);
		this.#changed = true;
		return this.#unfinished && this.#wanted.missing <= 0;
	}

	/** Reports the bitfield if it has new pieces. */
	report(): void {
		if (!this.#changed || !this.#data) return;
		this.#changed = false;
		const bitfield = Uint8Array.from(this.bitfield);
		this.#context.emit({ type: 'bitfield', infohash: this.#infohash, bitfield });
	}

	/** Reports the completed selection, after the bitfield. */
	reportFinished(): void {
		this.#unfinished = false;
		this.report();
		this.#context.emit({ type: 'finished', infohash: this.#infohash });
	}
}
