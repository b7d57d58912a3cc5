/** Unwritten bytes of pieces beyond which less is received. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

/** Received pieces of all downloads that are not on the disk yet. */
class WriteBackpressure {
	#bytes = 0;
	#waiting: (() => void)[] = [];

	get full(): boolean {
		return this.#bytes > MAX_WAITING_BYTES;
	}

	/** Counts `bytes` until `done` is settled. */
	async during<T>(bytes: number, done: Promise<T>): Promise<T> {
		this.#bytes += bytes;
		try {
			return await done;
		} finally {
			this.#bytes -= bytes;
			if (!this.full) for (const wake of this.#waiting.splice(0)) wake();
		}
	}

	/** Resolves when it is not full. */
	async untilRoom(): Promise<void> {
		while (this.full) await new Promise<void>((resolve) => this.onRoom(resolve));
	}

	/** Calls `wake` once when it is no longer full. */
	onRoom(wake: () => void): void {
		this.#waiting.push(wake);
	}
}

/** One per process, because all connections share it. */
export const writeBackpressure = new WriteBackpressure();
