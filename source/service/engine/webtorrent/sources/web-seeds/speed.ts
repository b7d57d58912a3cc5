const WINDOW_SECONDS = 5;

/** Bytes per second over the last seconds. */
export class Speed {
	readonly #bytes = new Array<number>(WINDOW_SECONDS).fill(0);
	/** Last counted second. */
	#second = 0;

	add(bytes: number): void {
		this.#advance();
		const at = this.#second % WINDOW_SECONDS;
		this.#bytes[at] = (this.#bytes[at] ?? 0) + bytes;
	}

	get perSecond(): number {
		this.#advance();
		return this.#bytes.reduce((sum, bytes) => sum + bytes, 0) / WINDOW_SECONDS;
	}

	#advance(): void {
		const now = Math.floor(performance.now() / 1000);
		const passed = Math.min(now - this.#second, WINDOW_SECONDS);
		for (let step = 0; step < passed; step++) this.#bytes[(now - step) % WINDOW_SECONDS] = 0;
		this.#second = now;
	}
}
