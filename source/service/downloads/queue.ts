/** Runs tasks of the same key one after another, tasks of different keys side by side. */
export class KeyedQueue {
	readonly #last = new Map<string, Promise<unknown>>();

	/** Resolves or rejects as `task` does, after all earlier tasks of `key` have ended, however they ended. */
	run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
		const before = this.#last.get(key) ?? Promise.resolve();
		const result = before.then(task, task);
		this.#last.set(key, result);
		const forget = () => {
			if (this.#last.get(key) === result) this.#last.delete(key);
		};
		result.then(forget, forget);
		return result;
	}

	/** Resolves when every task that has been given so far has ended. */
	async idle(): Promise<void> {
		await Promise.allSettled(this.#last.values());
	}
}
