import type { ReservedBlocks } from '../../pieces/block-requester.ts';
import { BLOCK_BYTES } from '../../pieces/piece-assembler.ts';
import type { Claim } from './claims.ts';
import type { ByteRange } from './file-ranges.ts';

/** Receives a block. Its bytes are valid only during the call. */
type ReceiveBlock = (reserved: ReservedBlocks, block: number, bytes: Uint8Array) => void;

/** Splits the bytes of a claim into blocks, in the order of its ranges. */
export class BlockAssembler {
	readonly #receive: ReceiveBlock;
	readonly #pieceLength: number;
	readonly #pieces: ReadonlyMap<number, ReservedBlocks>;
	readonly #block = new Uint8Array(BLOCK_BYTES);
	/** Received bytes of the current block. */
	#filled = 0;
	/** Position of the next byte in the torrent's data. */
	#at = 0;

	constructor({ pieces }: Claim, pieceLength: number, receive: ReceiveBlock) {
		this.#receive = receive;
		this.#pieceLength = pieceLength;
		this.#pieces = new Map(pieces.map((reserved) => [reserved.index, reserved]));
	}

	/** Starts a range. It begins with a block. */
	startRange({ from }: ByteRange): void {
		this.#at = from;
		this.#filled = 0;
	}

	append(bytes: Uint8Array): void {
		for (let used = 0; used < bytes.length; ) {
			const index = Math.floor(this.#at / this.#pieceLength);
			const inPiece = this.#at - index * this.#pieceLength;
			const block = Math.floor(inPiece / BLOCK_BYTES);
			const reserved = this.#pieces.get(index);
			if (!reserved) throw new Error(`piece ${index} does not belong to the claim`);
			const length = reserved.piece.chunkLength(block);
			const part = bytes.subarray(used, used + length - this.#filled);
			this.#block.set(part, this.#filled);
			this.#filled += part.length;
			this.#at += part.length;
			used += part.length;
			if (this.#filled < length) continue;
			this.#filled = 0;
			this.#receive(reserved, block, this.#block.subarray(0, length));
		}
	}
}
