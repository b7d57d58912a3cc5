/** Runs tasks of one queue one after another; queues do not wait for each other. */
export class Queues {
	readonly #last = new Map<string, Promise<unknown>>();

	/** Does work, which never rejects, when it is its turn; at once without a queue. */
	async run<Result>(queue: string | undefined, work: () => Promise<Result>): Promise<Result> {
		if (queue === undefined) return work();
		const turn = (this.#last.get(queue) ?? Promise.resolve()).then(work);
		this.#last.set(queue, turn);
		const result = await turn;
		if (this.#last.get(queue) === turn) this.#last.delete(queue);
		return result;
	}
}
