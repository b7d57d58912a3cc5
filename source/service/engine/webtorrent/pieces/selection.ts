import { hasPiece, overlap, pieceBytes, piecesOf, selectedFiles } from '../../../../metainfo/layout.ts';
import type { Metainfo, MetainfoFile } from '../../../../metainfo/metainfo.ts';

/** Range of piece indices, both inclusive, as in the library's selections. */
export interface PieceRange {
	readonly from: number;
	readonly to: number;
}

/** Priorities of pieces. Pieces that are not selected have 0. */
const PRIORITIES = { low: 1, normal: 2, high: 3 } as const;
const HIGHEST_FIRST = [PRIORITIES.high, PRIORITIES.normal, PRIORITIES.low];

/**
 * Pieces that a selection of files needs, and its missing bytes. A piece is needed if it has at least one byte of
 * a selected file. The sums are updated per piece, so reading them is cheap.
 */
export class SelectionProgress {
	readonly files: readonly MetainfoFile[];
	/** Bytes of the selected files. */
	readonly total: number;
	/** Bytes of selected files in incomplete pieces. */
	missing: number;
	/** Bytes of the whole torrent in incomplete pieces. */
	missingOfAll: number;
	/** Bytes of selected files in each piece; a piece has at most 128 MiB. */
	readonly #bytes: Uint32Array;
	/** Priority of each selected piece, the highest of its files; null if all are normal. */
	readonly #priorities: Uint8Array | null;
	readonly #metainfo: Metainfo;

	/** `priorities`: by index of the file; others are normal. */
	constructor(
		metainfo: Metainfo,
		selected: readonly number[] | null,
		bitfield: Uint8Array,
		priorities: ReadonlyMap<number, 'low' | 'high'> = new Map(),
	) {
		this.#metainfo = metainfo;
		this.files = selectedFiles(metainfo, selected);
		this.#bytes = new Uint32Array(metainfo.pieceCount);
		this.#priorities = priorities.size > 0 ? new Uint8Array(metainfo.pieceCount) : null;
		const priorityOf = new Map(
			[...priorities].map(([index, priority]) => [metainfo.files[index], PRIORITIES[priority]]),
		);
		let total = 0;
		for (const file of this.files) {
			total += file.length;
			const pieces = piecesOf(metainfo, file);
			if (!pieces) continue;
			const priority = priorityOf.get(file) ?? PRIORITIES.normal;
			for (let index = pieces.first; index <= pieces.last; index++) {
				this.#bytes[index] = this.bytesOf(index) + overlap(metainfo, file, index);
				if (this.#priorities) this.#priorities[index] = Math.max(this.#priorities[index] ?? 0, priority);
			}
		}
		this.total = total;
		this.missing = 0;
		this.missingOfAll = 0;
		for (let index = 0; index < metainfo.pieceCount; index++) {
			if (hasPiece(bitfield, index)) continue;
			this.missing += this.bytesOf(index);
			this.missingOfAll += pieceBytes(metainfo, index);
		}
	}

	/** Returns the bytes of selected files in a piece. */
	bytesOf(index: number): number {
		return this.#bytes[index] ?? 0;
	}

	includes(index: number): boolean {
		return this.bytesOf(index) > 0;
	}

	/** Returns the priority of a piece: the higher, the earlier; 0 if it is not selected. */
	priorityOf(index: number): number {
		if (!this.includes(index)) return 0;
		return this.#priorities?.[index] ?? PRIORITIES.normal;
	}

	/** All priorities that pieces may have, the highest first. */
	get priorities(): readonly number[] {
		return this.#priorities ? HIGHEST_FIRST : [PRIORITIES.normal];
	}

	/** Must be called exactly once for each completed piece. */
	completed(index: number): void {
		this.missing -= this.bytesOf(index);
		this.missingOfAll -= pieceBytes(this.#metainfo, index);
	}

	/**
	 * Returns the needed pieces as a player of each file reads them: its first piece, its last one, then those between. Many
	 * formats have an index at the end.
	 */
	sequence(): Uint32Array {
		const sequence = new Uint32Array(this.#metainfo.pieceCount);
		const added = new Uint8Array(this.#metainfo.pieceCount);
		let count = 0;
		const add = (index: number) => {
			if (added[index] === 1) return;
			added[index] = 1;
			sequence[count++] = index;
		};
		for (const file of this.files) {
			const pieces = piecesOf(this.#metainfo, file);
			if (!pieces) continue;
			add(pieces.first);
			add(pieces.last);
			for (let index = pieces.first + 1; index < pieces.last; index++) add(index);
		}
		return sequence.subarray(0, count);
	}

	/** Returns the needed pieces as ranges that neither touch nor overlap. */
	ranges(): PieceRange[] {
		const ranges: PieceRange[] = [];
		let from = -1;
		for (let index = 0; index <= this.#metainfo.pieceCount; index++) {
			const included = index < this.#metainfo.pieceCount && this.includes(index);
			if (included && from < 0) from = index;
			if (!included && from >= 0) {
				ranges.push({ from, to: index - 1 });
				from = -1;
			}
		}
		return ranges;
	}
}
