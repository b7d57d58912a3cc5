/** Work of one queue is done piece after piece, in the order in which it came; other work does not wait for it. */
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
