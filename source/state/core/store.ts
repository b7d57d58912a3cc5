import type { Message } from './message.ts';
import { inOneLayout, type State } from './state.ts';

/** Holds the current state. Only `dispatch` changes it. */
export interface Store {
	readonly get: () => State;
	readonly dispatch: (message: Message) => void;
	/** Calls the listener after every change. Returns the function that unsubscribes it. */
	readonly subscribe: (listener: () => void) => () => void;
}

/** Creates a store. `update` must be pure. */
export function createStore(initial: State, update: (state: State, message: Message) => State): Store {
	let state = initial;
	const listeners = new Set<() => void>();
	return {
		get: () => state,
		dispatch: (message) => {
			const next = update(state, message);
			if (next === state) return;
			state = inOneLayout(next, state);
			for (const listener of [...listeners]) listener();
		},
		subscribe: (listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}
