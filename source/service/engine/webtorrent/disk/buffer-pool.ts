/** Time without a release after which all memory is freed. */
const IDLE_TIMEOUT_MS = 10_000;

interface BufferPoolOptions<T extends ArrayBufferLike> {
	/** Creates memory of a length in bytes. */
	readonly create: (length: number) => Buffer<T>;
	/** Maximum bytes of unused memory. */
	readonly maxBytes: number;
}

/** Reusable memory for data in transit. Garbage collection would cost more than filling it. */
export class BufferPool<T extends ArrayBufferLike> {
	readonly #options: BufferPoolOptions<T>;
	#free: Buffer<T>[] = [];
	#freeBytes = 0;
	#idle: NodeJS.Timeout | undefined;

	constructor(options: BufferPoolOptions<T>) {
		this.#options = options;
	}

	/** Returns memory of a length in bytes. It keeps its previous content. */
	allocate(length: number): Buffer<T> {
		const at = this.#free.findLastIndex((data) => data.length === length);
		const [data] = at === -1 ? [] : this.#free.splice(at, 1);
		if (!data) return this.#options.create(length);
		this.#freeBytes -= length;
		return data;
	}

	/** Returns unused memory to the pool. */
	release(data: Buffer<T>): void {
		this.#free.push(data);
		this.#freeBytes += data.length;
		while (this.#freeBytes > this.#options.maxBytes) this.#freeBytes -= this.#free.shift()?.length ?? 0;
		if (this.#idle) this.#idle.refresh();
		else this.#idle = setTimeout(() => this.#forget(), IDLE_TIMEOUT_MS).unref();
	}

	#forget(): void {
		this.#idle = undefined;
		this.#free = [];
		this.#freeBytes = 0;
	}
}
