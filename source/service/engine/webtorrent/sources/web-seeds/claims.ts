import type TorrentPiece from 'torrent-piece';
import type { Swarm } from '../../peer/swarm.ts';
import type { BlockRequester, Reserved } from '../../pieces/block-requester.ts';
import type { Sender } from '../../pieces/sender.ts';
import type { ByteRange } from './file-ranges.ts';
import { type PartialPieces, partialPieces } from './partial-pieces.ts';

/** Idle time after which a web seed may fetch blocks requested from peers. */
const DUPLICATE_AFTER_MS = 5_000;
const BLOCK_BYTES = 16 * 1024;
/** Maximum unavailable pieces per search. The next search starts elsewhere. */
const MAX_UNAVAILABLE = 10_000;

/** Pieces that one web seed fetches with few requests. */
export interface Claim {
	readonly pieces: readonly Reserved[];
	/** Bytes to fetch, in order. */
	readonly ranges: readonly ByteRange[];
}

export interface ClaimOptions {
	readonly sender: Sender;
	/** Whether the web seed can deliver a piece. */
	readonly has: (index: number) => boolean;
	/** Target size. A claim has at least one piece. */
	readonly bytes: number;
	/** Time since this web seed last found work. */
	readonly idleMs: number;
}

/**
 * Selects and reserves the pieces that web seeds of one download fetch, so that they are not requested from others.
 */
export class Claims {
	readonly #swarm: Swarm;
	readonly #blocks: BlockRequester;
	readonly #pieceLength: number;
	/** Pieces being fetched by web seeds. */
	readonly #claimed = new Set<number>();
	/** Pieces that a claim left incomplete. */
	readonly #partial = new Set<TorrentPiece>();
	readonly #allPartial: PartialPieces;
	#ended = false;

	constructor(swarm: Swarm, pieceLength: number, allPartial = partialPieces) {
		this.#swarm = swarm;
		this.#allPartial = allPartial;
		this.#blocks = swarm.blocks;
		this.#pieceLength = pieceLength;
	}

	/** Reserves the next pieces for a web seed; undefined if there are none. */
	next(options: ClaimOptions): Claim | undefined {
		const pieces =
			this.#take([...this.#swarm.hastened], options, 1) ??
			this.#takeRun(options) ??
			this.#take([...this.#swarm.begun], options, 1) ??
			(options.idleMs >= DUPLICATE_AFTER_MS ? this.#takeDuplicate(options) : undefined);
		return pieces && { pieces, ranges: this.#rangesOf(pieces) };
	}

	/** Ends a claim. Missing blocks can be requested again. */
	release({ pieces }: Claim): void {
		for (const reserved of pieces) {
			this.#claimed.delete(reserved.index);
			this.#blocks.giveBack(reserved);
			this.#keepPartial(reserved);
		}
	}

	/** Frees the memory of the download's pieces at its end. */
	end(): void {
		this.#ended = true;
		for (const piece of this.#partial) this.#allPartial.delete(piece);
		this.#partial.clear();
	}

	/** Adds an incomplete piece to the limited memory, which may discard it or an older one. */
	#keepPartial({ index, piece }: Reserved): void {
		if (this.#ended || piece._flushed || piece.missing === piece.length) return;
		this.#partial.add(piece);
		this.#allPartial.add(piece, () => {
			this.#partial.delete(piece);
			this.#blocks.discard(index, piece);
		});
	}

	/** Removes the piece from the discardable ones while it is fetched. */
	#claim({ index, piece }: Reserved): void {
		this.#claimed.add(index);
		this.#partial.delete(piece);
		this.#allPartial.delete(piece);
	}

	#free(index: number, has: (index: number) => boolean): boolean {
		const { torrent } = this.#swarm;
		return torrent.pieces[index] != null && !this.#claimed.has(index) && has(index);
	}

	/** Reserves up to `most` of these pieces that have unrequested blocks. */
	#take(indices: Iterable<number>, { sender, has }: ClaimOptions, most: number): Reserved[] | undefined {
		const taken: Reserved[] = [];
		for (const index of indices) {
			if (taken.length === most) break;
			const reserved = this.#free(index, has) ? this.#blocks.reserve(index, sender) : undefined;
			if (!reserved) continue;
			this.#claim(reserved);
			this.#swarm.begun.add(index);
			taken.push(reserved);
		}
		return taken.length > 0 ? taken : undefined;
	}

	/**
	 * Reserves consecutive selected pieces that are not started. Starts at a random piece, so that web seeds rarely
	 * collide.
	 */
	#takeRun(options: ClaimOptions): Reserved[] | undefined {
		const { torrent, begun } = this.#swarm;
		const count = torrent.pieces.length;
		let unavailable = 0;
		const has = (index: number): boolean => {
			if (options.has(index)) return true;
			unavailable++;
			return false;
		};
		const untouched = (index: number): boolean =>
			!begun.has(index) && this.#swarm.wants(index) && this.#free(index, has);
		const start = Math.floor(Math.random() * count);
		for (let step = 0; step < count && unavailable < MAX_UNAVAILABLE; step++) {
			const first = (start + step) % count;
			if (!untouched(first)) continue;
			const most = Math.max(1, Math.floor(options.bytes / this.#pieceLength));
			const run: number[] = [];
			for (let index = first; index < count && run.length < most && untouched(index); index++)
				run.push(index);
			const taken = this.#take(run, options, run.length);
			if (taken) return taken;
		}
		return undefined;
	}

	/** Reserves a piece whose blocks were requested from peers and have not arrived. */
	#takeDuplicate({ sender, has }: ClaimOptions): Reserved[] | undefined {
		for (const index of [...this.#swarm.hastened, ...this.#swarm.begun]) {
			const missing = this.#free(index, has) ? this.#blocks.missing(index, sender) : undefined;
			if (!missing) continue;
			this.#claim(missing);
			return [missing];
		}
		return undefined;
	}

	#rangesOf(pieces: readonly Reserved[]): ByteRange[] {
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
