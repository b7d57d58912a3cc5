/** Runs `wait` without the task's slot. Resolves when the task has a slot again. */
export type Pause = (wait: () => Promise<void>) => Promise<void>;

/** Runs at most `slots` tasks at once. The others wait in order. */
export class Semaphore {
	#free: number;
	readonly #maxPaused: number;
	#paused = 0;
	readonly #waiting: (() => void)[] = [];

	/**
	 * `maxPaused`: maximum tasks that release their slot during a pause. Others keep theirs, which bounds the total.
	 */
	constructor(slots: number, maxPaused = 0) {
		this.#free = slots;
		this.#maxPaused = maxPaused;
	}

	/** Whether a task would run at once. */
	get isFree(): boolean {
		return this.#free > 0;
	}

	/** Runs `task`, at once if a slot is free. Rejects with the signal's reason if aborted before. */
	async run<T>(task: (pause: Pause) => Promise<T>, signal?: AbortSignal): Promise<T> {
		signal?.throwIfAborted();
		if (!this.#tryAcquire()) await this.#slot(signal);
		let held = true;
		const pause: Pause = async (wait) => {
			if (this.#paused >= this.#maxPaused) return wait();
			held = false;
			this.#paused++;
			this.#release();
			try {
				await wait();
				signal?.throwIfAborted();
				if (!this.#tryAcquire()) await this.#slot(signal);
				held = true;
			} finally {
				this.#paused--;
			}
		};
		try {
			return await task(pause);
		} finally {
			if (held) this.#release();
		}
	}

	#tryAcquire(): boolean {
		if (this.#free === 0) return false;
		this.#free--;
		return true;
	}

	/** Resolves when another task hands over its slot. */
	#slot(signal: AbortSignal | undefined): Promise<void> {
		return new Promise((resolve, reject) => {
			const abort = (): void => {
				this.#waiting.splice(this.#waiting.indexOf(start), 1);
				reject(signal?.reason);
			};
			const start = (): void => {
				signal?.removeEventListener('abort', abort);
				resolve();
			};
			this.#waiting.push(start);
			signal?.addEventListener('abort', abort, { once: true });
		});
	}

	#release(): void {
		const next = this.#waiting.shift();
		if (next) next();
		else this.#free++;
	}
}
