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

/** Listeners of changes. Most keys change two slices, so few of those that name their slices are called. */
export class Subscribers {
	/** Never changed: `notify` calls those of its beginning. */
	#all: readonly Subscriber[] = [];

	/** Adds a listener of these slices; without any, of all. Returns the function that removes it. */
	add(listener: Listener, slices: readonly Slice[]): () => void {
		const added: Subscriber = { listener, slices };
		this.#all = [...this.#all, added];
		return () => {
			this.#all = this.#all.filter((each) => each !== added);
		};
	}

	/** Calls the listeners of slices that differ. A listener that another one removes is still called. */
	notify(before: State, after: State): void {
		for (const { listener, slices } of this.#all)
			if (slices.length === 0 || differIn(slices, before, after)) listener(after, before);
	}
}

function differIn(slices: readonly Slice[], one: State, other: State): boolean {
	for (const slice of slices) if (one[slice] !== other[slice]) return true;
	return false;
}
