import type { State } from './state.ts';

/** A part of the state. */
export type Slice = keyof State;

/** Gets the state after a change, and the one before. A later change may have followed already. */
export type Listener = (after: State, before: State) => void;

interface Subscriber {
	readonly listener: Listener;
	/** None: it listens to all. */
	readonly slices: readonly Slice[];
}

const resolved = Promise.resolve();

/** Listeners of changes. Most keys change two slices, so few of those that name their slices are called. */
export class Subscribers {
	/** Never changed: `notify` calls those of its beginning. */
	#all: readonly Subscriber[] = [];
	#later: readonly Subscriber[] = [];
	/** The state before the first change since the later listeners were called, and after the last one. */
	#waiting: { readonly before: State; after: State } | undefined;

	/**
	 * Adds a listener of these slices; without any, of all. Returns the function that removes it. `isLater`: whether it is
	 * called once after the current work, with all changes of that.
	 */
	add(listener: Listener, slices: readonly Slice[], isLater = false): () => void {
		const added: Subscriber = { listener, slices };
		if (isLater) this.#later = [...this.#later, added];
		else this.#all = [...this.#all, added];
		return () => {
			this.#all = this.#all.filter((each) => each !== added);
			this.#later = this.#later.filter((each) => each !== added);
		};
	}

	/** Calls the listeners of slices that differ. A listener that another one removes is still called. */
	notify(before: State, after: State): void {
		// First, because a listener may make another change.
		if (this.#waiting) this.#waiting.after = after;
		else if (this.#later.length > 0) {
			this.#waiting = { before, after };
			void resolved.then(() => this.#notifyLater());
		}
		callAll(this.#all, before, after);
	}

	#notifyLater(): void {
		const waiting = this.#waiting;
		this.#waiting = undefined;
		if (waiting) callAll(this.#later, waiting.before, waiting.after);
	}
}

function callAll(subscribers: readonly Subscriber[], before: State, after: State): void {
	for (const { listener, slices } of subscribers)
		if (slices.length === 0 || differIn(slices, before, after)) listener(after, before);
}

function differIn(slices: readonly Slice[], one: State, other: State): boolean {
	for (const slice of slices) if (one[slice] !== other[slice]) return true;
	return false;
}
