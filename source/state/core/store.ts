import type { Message } from './message.ts';
import type { State } from './state.ts';

/** Holds the state of the moment. Everything that happens goes through `dispatch`. */
export interface Store {
	readonly get: () => State;
	readonly dispatch: (message: Message) => void;
	/** Called after every change; returns the function that ends it. */
	readonly subscribe: (listener: () => void) => () => void;
}

/** Creates a store that changes its state by a pure `update` alone. */
export function createStore(initial: State, update: (state: State, message: Message) => State): Store {
	let state = initial;
	const listeners = new Set<() => void>();
	return {
		get: () => state,
		dispatch: (message) => {
			const next = update(state, message);
			if (next === state) return;
			state = next;
			for (const listener of [...listeners]) listener();
		},
		subscribe: (listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}
