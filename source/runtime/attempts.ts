/** An operation that is repeated until it succeeds. Callers wait only for the current attempt. */
export class Attempts {
	#outcome: Promise<void>;
	#resolve: () => void = () => {};
	#reject: (error: unknown) => void = () => {};

	constructor() {
		this.#outcome = this.#begin();
	}

	/** Resolves when an attempt has succeeded. Rejects when the current attempt fails. */
	get outcome(): Promise<void> {
		return this.#outcome;
	}

	succeeded(): void {
		this.#resolve();
	}

	/** Records that the current attempt failed and the next one begins. */
	failed(error: unknown): void {
		this.#reject(error);
		this.#outcome = this.#begin();
	}

	#begin(): Promise<void> {
		const outcome = new Promise<void>((resolve, reject) => {
			this.#resolve = resolve;
			this.#reject = reject;
		});
		// Without a caller, a rejection must not count as unhandled.
		outcome.catch(() => {});
		return outcome;
	}
}
