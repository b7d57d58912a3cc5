/** Runs tasks of the same key in sequence, and tasks of different keys concurrently. */
export class KeyedQueue<Key> {
	/** Last task of each key with unsettled tasks. */
	readonly #last = new Map<Key, Promise<unknown>>();

	/** Runs `task` after all earlier tasks of `key` have settled. Settles as `task` does. */
	run<Result>(key: Key, task: () => Promise<Result>): Promise<Result> {
		const before = this.#last.get(key) ?? Promise.resolve();
		const result = before.then(task, task);
		this.#last.set(key, result);
		const forget = () => {
			if (this.#last.get(key) === result) this.#last.delete(key);
		};
		result.then(forget, forget);
		return result;
	}

	/** Resolves when all tasks so far have ended. */
	async idle(): Promise<void> {
		await Promise.allSettled(this.#last.values());
	}
}
