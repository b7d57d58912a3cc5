import type TorrentPiece from 'torrent-piece';
import type { ReservedBlocks } from '../../pieces/block-requester.ts';
import { BLOCK_BYTES } from '../../pieces/piece-assembler.ts';
import type { PieceRequests } from '../../pieces/piece-requests.ts';
import type { Sender } from '../../pieces/sender.ts';
import type { ByteRange } from './file-ranges.ts';
import { partialPieces } from './partial-pieces.ts';

/** Idle time after which a web seed may fetch blocks requested from peers. */
const DUPLICATE_AFTER_MS = 5_000;
/** Maximum unavailable pieces per search. The next search starts elsewhere. */
const MAX_UNAVAILABLE = 10_000;

/** Pieces that one web seed fetches with few requests. */
export interface Claim {
	readonly pieces: readonly ReservedBlocks[];
	/** Bytes to fetch, in order. */
	readonly ranges: readonly ByteRange[];
}

interface ClaimOptions {
	readonly sender: Sender;
	/** Whether the web seed can deliver a piece. */
	readonly has: (index: number) => boolean;
	/** Target size. A claim has at least one piece. */
	readonly bytes: number;
	/** Time since this web seed last found work. */
	readonly idleMs: number;
}

/**
 * Selects and reserves the pieces that web seeds of one download fetch, so that they are not requested from
 * others.
 */
export class Claims {
	readonly #requests: PieceRequests;
	readonly #pieceLength: number;
	/** Pieces being fetched by web seeds. */
	readonly #claimed = new Set<number>();
	/** Pieces that a claim left incomplete. */
	readonly #partial = new Set<TorrentPiece>();
	#ended = false;

	constructor(requests: PieceRequests, pieceLength: number) {
		this.#requests = requests;
		this.#pieceLength = pieceLength;
	}

	/** Reserves the next pieces for a web seed; undefined if there are none. */
	next(options: ClaimOptions): Claim | undefined {
		const pieces =
			this.#reserve([...this.#requests.prioritized], options, 1) ??
			this.#reserveRun(options) ??
			this.#reserve([...this.#requests.requested], options, 1) ??
			(options.idleMs >= DUPLICATE_AFTER_MS ? this.#duplicate(options) : undefined);
		return pieces && { pieces, ranges: this.#rangesOf(pieces) };
	}

	/** Ends a claim. Missing blocks can be requested again. */
	release({ pieces }: Claim): void {
		for (const reserved of pieces) {
			this.#claimed.delete(reserved.index);
			this.#requests.blocks.release(reserved);
			this.#keepPartial(reserved);
		}
	}

	/** Frees the memory of the download's pieces at its end. */
	end(): void {
		this.#ended = true;
		for (const piece of this.#partial) partialPieces.delete(piece);
		this.#partial.clear();
	}

	/** Adds an incomplete piece to the limited memory, which may discard it or an older one. */
	#keepPartial({ index, piece }: ReservedBlocks): void {
		if (this.#ended || piece._flushed || piece.missing === piece.length) return;
		this.#partial.add(piece);
		partialPieces.add(piece, () => {
			this.#partial.delete(piece);
			this.#requests.blocks.discard(index, piece);
		});
	}

	/** Removes the piece from the discardable ones while it is fetched. */
	#claim({ index, piece }: ReservedBlocks): void {
		this.#claimed.add(index);
		this.#partial.delete(piece);
		partialPieces.delete(piece);
	}

	#free(index: number, has: (index: number) => boolean): boolean {
		return this.#requests.isMissing(index) && !this.#claimed.has(index) && has(index);
	}

	/** Reserves up to `most` of these pieces that have unrequested blocks. */
	#reserve(
		indices: Iterable<number>,
		{ sender, has }: ClaimOptions,
		most: number,
	): ReservedBlocks[] | undefined {
		const claimed: ReservedBlocks[] = [];
		for (const index of indices) {
			if (claimed.length === most) break;
			const reserved = this.#free(index, has) ? this.#requests.blocks.reserve(index, sender) : undefined;
			if (!reserved) continue;
			this.#claim(reserved);
			claimed.push(reserved);
		}
		return claimed.length > 0 ? claimed : undefined;
	}

	/**
	 * Reserves consecutive selected pieces of the highest priority that are not started. Starts at a random piece, so
	 * that web seeds rarely collide. A sequential download takes the next ones of its sequence.
	 */
	#reserveRun(options: ClaimOptions): ReservedBlocks[] | undefined {
		for (const priority of this.#requests.priorities) {
			const run = this.#reserveRunOf(priority, options);
			if (run) return run;
		}
		return undefined;
	}

	#reserveRunOf(priority: number, options: ClaimOptions): ReservedBlocks[] | undefined {
		const { requested, pieceCount: count, sequence } = this.#requests;
		const candidates = sequence?.length ?? count;
		let unavailable = 0;
		const has = (index: number): boolean => {
			if (options.has(index)) return true;
			unavailable++;
			return false;
		};
		const untouched = (index: number): boolean =>
			!requested.has(index) && this.#requests.priorityOf(index) === priority && this.#free(index, has);
		const start = sequence ? 0 : Math.floor(Math.random() * count);
		for (let step = 0; step < candidates && unavailable < MAX_UNAVAILABLE; step++) {
			const first = sequence?.[step] ?? (start + step) % count;
			if (!untouched(first)) continue;
			const most = Math.max(1, Math.floor(options.bytes / this.#pieceLength));
			const run = [first];
			for (let index = first + 1; index < count && run.length < most && untouched(index); index++) {
				if (sequence && sequence[step + run.length] !== index) break;
				run.push(index);
			}
			const claimed = this.#reserve(run, options, run.length);
			if (claimed) return claimed;
		}
		return undefined;
	}

	/** Reserves a piece whose blocks were requested from peers and have not arrived. */
	#duplicate({ sender, has }: ClaimOptions): ReservedBlocks[] | undefined {
		for (const index of [...this.#requests.prioritized, ...this.#requests.requested]) {
			const missing = this.#free(index, has) ? this.#requests.blocks.missing(index, sender) : undefined;
			if (!missing) continue;
			this.#claim(missing);
			return [missing];
		}
		return undefined;
	}

	#rangesOf(pieces: readonly ReservedBlocks[]): ByteRange[] {
		const ranges: { from: number; to: number }[] = [];
		for (const { index, piece, blocks } of pieces) {
			for (const block of blocks) {
				const from = index * this.#pieceLength + block * BLOCK_BYTES;
				const to = from + piece.chunkLength(block);
				const last = ranges.at(-1);
				if (last?.to === from) last.to = to;
				else ranges.push({ from, to });
			}
		}
		return ranges;
	}
}
