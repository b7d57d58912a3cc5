/** Bytes that are kept for later pieces. */
const MOST_KEPT = 16 * 1024 * 1024;

/** Memory for the pieces that arrive, used again and again: otherwise collecting it costs more than filling it. */
export class PieceMemory {
	readonly #free: Uint8Array<SharedArrayBuffer>[] = [];
	#kept = 0;

	/** Memory of a length in bytes, shared with other threads. What was in it before is still there. */
	take(length: number): Uint8Array<SharedArrayBuffer> {
		const at = this.#free.findLastIndex((data) => data.length === length);
		const [data] = at === -1 ? [] : this.#free.splice(at, 1);
		if (!data) return new Uint8Array(new SharedArrayBuffer(length));
		this.#kept -= length;
		return data;
	}

	/** Gives back memory that nobody uses any more. */
	giveBack(data: Uint8Array<SharedArrayBuffer>): void {
		this.#free.push(data);
		this.#kept += data.length;
		while (this.#kept > MOST_KEPT) this.#kept -= this.#free.shift()?.length ?? 0;
	}
}
