import { hasPiece, overlap, pieceBytes, piecesOf, selectedFiles } from '../../../../metainfo/layout.ts';
import type { Metainfo, MetainfoFile } from '../../../../metainfo/metainfo.ts';

/** Indices of pieces, both included, as the library's selections have them. */
export interface PieceRange {
	readonly from: number;
	readonly to: number;
}

/**
 * Which pieces a selection of files needs, and how many bytes of it are still missing. A piece is wanted when it
 * holds at least one byte of a wanted file, so a piece shared with a neighbour that is not wanted stays wanted.
 * The sums are kept up to date piece by piece: asking for them costs nothing.
 */
export class SelectionProgress {
	readonly files: readonly MetainfoFile[];
	/** Bytes of the wanted files. */
	readonly total: number;
	/** Bytes of wanted files in pieces not complete. */
	missing: number;
	/** Bytes of the whole torrent in pieces not complete. */
	missingOfAll: number;
	/** Bytes of wanted files in each piece; a piece is at most 128 MiB. */
	readonly #bytes: Uint32Array;
	readonly #metainfo: Metainfo;

	constructor(metainfo: Metainfo, selected: readonly number[] | null, bitfield: Uint8Array) {
		this.#metainfo = metainfo;
		this.files = selectedFiles(metainfo, selected);
		this.#bytes = new Uint32Array(metainfo.pieceCount);
		let total = 0;
		for (const file of this.files) {
			total += file.length;
			const pieces = piecesOf(metainfo, file);
			if (!pieces) continue;
			for (let index = pieces.first; index <= pieces.last; index++) {
				this.#bytes[index] = this.bytesOf(index) + overlap(metainfo, file, index);
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

	/** Bytes of wanted files in a piece. */
	bytesOf(index: number): number {
		return this.#bytes[index] ?? 0;
	}

	wants(index: number): boolean {
		return this.bytesOf(index) > 0;
	}

	/** To be called exactly once for each piece that becomes complete. */
	completed(index: number): void {
		this.missing -= this.bytesOf(index);
		this.missingOfAll -= pieceBytes(this.#metainfo, index);
	}

	/** The wanted pieces as ranges that neither touch nor overlap. */
	ranges(): PieceRange[] {
		const ranges: PieceRange[] = [];
		let from = -1;
		for (let index = 0; index <= this.#metainfo.pieceCount; index++) {
			const wants = index < this.#metainfo.pieceCount && this.wants(index);
			if (wants && from < 0) from = index;
			if (!wants && from >= 0) {
				ranges.push({ from, to: index - 1 });
				from = -1;
			}
		}
		return ranges;
	}
}
