/** Bytes that are kept for later pieces, as long as pieces arrive. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;
/** Milliseconds without a piece after which nothing is kept. */
const IDLE_TIMEOUT_MS = 10_000;

/** Memory for the pieces that arrive, used again and again: otherwise collecting it costs more than filling it. */
export class PieceMemory {
	#free: Buffer<SharedArrayBuffer>[] = [];
	#kept = 0;
	#idle: NodeJS.Timeout | undefined;

	/** Memory of a length in bytes, shared with other threads. What was in it before is still there. */
	take(length: number): Buffer<SharedArrayBuffer> {
		const at = this.#free.findLastIndex((data) => data.length === length);
		const [data] = at === -1 ? [] : this.#free.splice(at, 1);
		if (!data) return Buffer.from(new SharedArrayBuffer(length));
		this.#kept -= length;
		return data;
	}

	/** Gives back memory that nobody uses any more. */
	giveBack(data: Buffer<SharedArrayBuffer>): void {
		this.#free.push(data);
		this.#kept += data.length;
		while (this.#kept > MAX_KEPT_BYTES) this.#kept -= this.#free.shift()?.length ?? 0;
		if (this.#idle) this.#idle.refresh();
		else this.#idle = setTimeout(() => this.#forget(), IDLE_TIMEOUT_MS).unref();
	}

	#forget(): void {
		this.#idle = undefined;
		this.#free = [];
		this.#kept = 0;
	}
}
