/**
 * Shows a value while its key rests: a moving cursor draws its details once, when it stops.
 */
export class Rest<Value> {
	/** Time that a key must stay the same, ms. 0: changes are shown at once. */
	readonly #time: number;
	readonly #listeners = new Set<() => void>();
	#shown: { readonly value: Value; readonly key: string | undefined } | undefined;
	#newest: { readonly value: Value; readonly key: string | undefined } | undefined;
	#key: string | undefined;
	/** Time of the last change of the key, ms. */
	#movedAt = 0;
	#timer: NodeJS.Timeout | undefined;

	constructor(time: number) {
		this.#time = time;
	}

	/**
	 * Returns the value of the last time at which its key had rested. `isAtOnce`: whether every change is shown at once.
	 */
	of(value: Value, key: string | undefined, isAtOnce: boolean): Value {
		const shown = this.#shown;
		this.note(key);
		this.#newest = { value, key };
		if (isAtOnce || this.#time === 0 || !shown || shown.key === key || shown.key === undefined) {
			this.#show();
			return value;
		}
		this.#timer ??= setTimeout(() => this.#onTime(), this.#movedAt + this.#time - performance.now());
		return shown.value;
	}

	/** Notes the key of a change, which may be shown later: on a slow line, the time must not begin then. */
	note(key: string | undefined): void {
		if (key === this.#key) return;
		this.#key = key;
		this.#movedAt = performance.now();
	}

	/** Calls the listener when a key has rested. Returns the function that ends this. */
	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener);
		return () => {
			this.#listeners.delete(listener);
			if (this.#listeners.size === 0) clearTimeout(this.#timer);
		};
	};

	/** A key that moved meanwhile has to rest longer. So a held key does not set a timer for each row. */
	#onTime(): void {
		const rest = this.#movedAt + this.#time - performance.now();
		if (rest > 0) {
			this.#timer = setTimeout(() => this.#onTime(), rest);
			return;
		}
		this.#show();
		for (const listener of [...this.#listeners]) listener();
	}

	#show(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		this.#shown = this.#newest;
	}
}
