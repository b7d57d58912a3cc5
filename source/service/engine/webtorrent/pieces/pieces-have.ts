import { MetainfoError } from '../../../../metainfo/error.ts';
import { bitfieldOf, hasPiece } from '../../../../metainfo/layout.ts';
import type { Metainfo } from '../../../../metainfo/metainfo.ts';
import { type FileRange, indexOutside, indicesOf, noSuchFile } from '../../../../metainfo/selection.ts';
import type { EngineDownload } from '../../port.ts';
import type { FileStore } from '../disk/store.ts';
import type { SwarmData } from '../download/swarm.ts';
import type { EngineContext } from '../engine-context.ts';
import { SelectionProgress } from './selection.ts';
import type { ReadableData } from './stream-readers.ts';

/** What of a download's data is on the disk, and what of it is wanted: as found at first, then piece by piece. */
export class PiecesHave {
	#data: SwarmData | null = null;
	#wanted: SelectionProgress | null = null;
	/** Indices of the wanted files; null for all. */
	#selected: readonly number[] | null;
	/** The files that the magnet link selects; null when it selects none. */
	#ranges: readonly FileRange[] | null = null;
	/** Were wanted pieces missing when this run began or the selection changed? */
	#unfinished = false;
	/** Is the bitfield another than the one that was told last? */
	#changed = false;
	readonly #infohash: string;
	readonly #context: EngineContext;
	readonly #ofSwarm: () => Uint8Array | undefined;

	/** `ofSwarm` gives the bitfield that the swarm keeps up to date; undefined while there is none. */
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

	/** null until the disk was looked at. */
	get data(): SwarmData | null {
		return this.#data;
	}

	get wanted(): SelectionProgress | null {
		return this.#wanted;
	}

	/** 0 until the disk was looked at. */
	get pieceCount(): number {
		return this.#data?.metainfo.pieceCount ?? 0;
	}

	/** Empty until the disk was looked at. */
	get bitfield(): Uint8Array {
		return this.#ofSwarm() ?? this.#data?.bitfield ?? new Uint8Array();
	}

	/** Are wanted pieces missing, of those that were when this run began or the selection changed? */
	get unfinished(): boolean {
		return this.#unfinished;
	}

	/** Have pieces come that were not told yet? */
	get unreported(): boolean {
		return this.#changed;
	}

	/** The data as those who read them see them. */
	readable({ metainfo }: SwarmData): ReadableData {
		const { pieceLength, length } = metainfo;
		return { pieceLength, length, has: (index) => hasPiece(this.bitfield, index) };
	}

	/** The files that the magnet link selects are wanted, unless others were selected. */
	selectRanges(ranges: readonly FileRange[] | null): void {
		this.#ranges = ranges;
	}

	/**
	 * What is wanted while only a claim says what is there.
	 * @throws MetainfoError when a file is selected that the torrent does not have.
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

	/** The disk was looked at. Tells the bitfield if it is `news`. */
	found(metainfo: Metainfo, store: FileStore, bitfield: Uint8Array, news: boolean): SwarmData {
		// The selection may have changed during the check.
		this.#wanted = new SelectionProgress(metainfo, this.#selected, bitfield);
		this.#data = { metainfo, store, bitfield, wanted: this.#wanted };
		this.#changed = news;
		this.report();
		return this.#data;
	}

	/** Returns what is wanted now; null while it cannot be known. */
	select(selected: readonly number[] | null): SelectionProgress | null {
		this.#selected = selected;
		this.#ranges = null;
		if (!this.#data) return null;
		this.#wanted = new SelectionProgress(this.#data.metainfo, selected, this.bitfield);
		return this.#wanted;
	}

	/** The run goes for these from now on. */
	pursue(wanted: SelectionProgress): void {
		this.#unfinished = wanted.missing > 0;
	}

	/** A piece is on the disk and verified. Returns whether it was the last that this run went for. */
	arrived(index: number): boolean {
		if (!this.#wanted) return false;
		this.#wanted.completed(index);
		this.#changed = true;
		return this.#unfinished && this.#wanted.missing <= 0;
	}

	/** Tells the bitfield if pieces were added to it since it was last told. */
	report(): void {
		if (!this.#changed || !this.#data) return;
		this.#changed = false;
		const bitfield = Uint8Array.from(this.bitfield);
		this.#context.emit({ type: 'bitfield', infohash: this.#infohash, bitfield });
	}

	/** Tells that everything this run went for is here, after the bitfield that says so. */
	reportFinished(): void {
		this.#unfinished = false;
		this.report();
		this.#context.emit({ type: 'finished', infohash: this.#infohash });
	}
}
