/** A function without arguments that is called after a change. */
type Listener = () => void;

const resolved = Promise.resolve();

/** Those who want to know changes of a state. */
export class Subscribers {
	/** Replaced when someone subscribes or unsubscribes, so a notification is not affected by it. */
	#listeners: readonly Listener[] = [];
	readonly #followers = new Set<Listener>();
	#isFollowing = false;

	readonly subscribe = (listener: Listener): (() => void) => {
		this.#listeners = [...this.#listeners, listener];
		return () => {
			this.#listeners = this.#listeners.filter((one) => one !== listener);
		};
	};

	readonly follow = (listener: Listener): (() => void) => {
		this.#followers.add(listener);
		return () => this.#followers.delete(listener);
	};

	/** Calls the listeners now, and the followers at the end of the current work. */
	notify(): void {
		for (const listener of this.#listeners) listener();
		if (this.#isFollowing) return;
		this.#isFollowing = true;
		void resolved.then(this.#notifyFollowers);
	}

	readonly #notifyFollowers = (): void => {
		this.#isFollowing = false;
		// One of them may end another one.
		for (const listener of [...this.#followers]) if (this.#followers.has(listener)) listener();
	};
}
