/** Maximum bytes kept for later pieces. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;
/** Time without a piece after which all memory is freed. */
const IDLE_TIMEOUT_MS = 10_000;

/** Reusable memory for arriving pieces. Garbage collection would cost more than filling it. */
export class PieceMemory {
	#free: Buffer<SharedArrayBuffer>[] = [];
	#freeBytes = 0;
	#idle: NodeJS.Timeout | undefined;

	/** Returns memory of a length in bytes, shared with other threads. It keeps its previous content. */
	allocate(length: number): Buffer<SharedArrayBuffer> {
		const at = this.#free.findLastIndex((data) => data.length === length);
		const [data] = at === -1 ? [] : this.#free.splice(at, 1);
		if (!data) return Buffer.from(new SharedArrayBuffer(length));
		this.#freeBytes -= length;
		return data;
	}

	/** Returns unused memory to the pool. */
	release(data: Buffer<SharedArrayBuffer>): void {
		this.#free.push(data);
		this.#freeBytes += data.length;
		while (this.#freeBytes > MAX_KEPT_BYTES) this.#freeBytes -= this.#free.shift()?.length ?? 0;
		if (this.#idle) this.#idle.refresh();
		else this.#idle = setTimeout(() => this.#forget(), IDLE_TIMEOUT_MS).unref();
	}

	#forget(): void {
		this.#idle = undefined;
		this.#free = [];
		this.#freeBytes = 0;
	}
}
