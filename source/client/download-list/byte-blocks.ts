/** Bytes of a block: small enough that none is ever long to fill, large enough that items rarely cross its end. */
const blockSize = 1024 * 1024;
const firstBlock = 128 * 1024;

/**
 * Bytes that come in portions, kept in blocks so that each item lies in one piece and nothing large is ever copied:
 * when a block is full, only what has not ended moves on to the next.
 */
export class ByteBlocks {
	block: Buffer = Buffer.alloc(0);
	/** Where the bytes end within the block. */
	end = 0;

	/** Adds bytes; what begins at `keep` stays in one piece with them. Returns where that begins now. */
	add(bytes: Uint8Array, keep: number): number {
		let kept = keep;
		if (this.end + bytes.length > this.block.length) {
			const left = this.end - keep;
			const usual = this.block.length === 0 ? firstBlock : blockSize;
			// Twice as much: an item of many megabytes moves a few times, not with every portion.
			const next = Buffer.allocUnsafeSlow(Math.max(usual, 2 * (left + bytes.length)));
			this.block.copy(next, 0, keep, this.end);
			this.block = next;
			this.end = left;
			kept = 0;
		}
		this.block.set(bytes, this.end);
		this.end += bytes.length;
		return kept;
	}
}
