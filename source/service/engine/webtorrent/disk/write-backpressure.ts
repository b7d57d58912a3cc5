/** Bytes of pieces that may wait for the disk before less is received. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

/** The pieces that arrived and are not on the disk yet, of all downloads together. */
class WriteBackpressure {
	#bytes = 0;
	#waiting: (() => void)[] = [];

	get full(): boolean {
		return this.#bytes > MAX_WAITING_BYTES;
	}

	/** Counts `bytes` in until `done` is settled. */
	async during<T>(bytes: number, done: Promise<T>): Promise<T> {
		this.#bytes += bytes;
		try {
			return await done;
		} finally {
			this.#bytes -= bytes;
			if (!this.full) for (const wake of this.#waiting.splice(0)) wake();
		}
	}

	/** Resolves when there is room: at once while it is not full. */
	async room(): Promise<void> {
		while (this.full) await new Promise<void>((resolve) => this.onRoom(resolve));
	}

	/** Calls `wake` once, when there is room again. */
	onRoom(wake: () => void): void {
		this.#waiting.push(wake);
	}
}

/** One for the process, as all its connections pass the same place. */
export const writeBackpressure = new WriteBackpressure();
