/** Something that is tried until it works; who needs it waits for the attempt under way, not for ever. */
export class Attempts {
	#outcome: Promise<void>;
	#resolve: () => void = () => {};
	#reject: (error: unknown) => void = () => {};

	constructor() {
		this.#outcome = this.#begin();
	}

	/** Resolves when it works, at once from then on; rejects when the attempt under way fails. */
	get outcome(): Promise<void> {
		return this.#outcome;
	}

	succeeded(): void {
		this.#resolve();
	}

	/** This attempt failed, and another one follows. */
	failed(error: unknown): void {
		this.#reject(error);
		this.#outcome = this.#begin();
	}

	#begin(): Promise<void> {
		const outcome = new Promise<void>((resolve, reject) => {
			this.#resolve = resolve;
			this.#reject = reject;
		});
		// Nobody may be waiting for it.
		outcome.catch(() => {});
		return outcome;
	}
}
