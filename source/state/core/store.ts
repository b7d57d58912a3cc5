import type { Message } from './message.ts';
import { inOneLayout, type State } from './state.ts';
import { Subscribers } from './subscribers.ts';

/** Holds the current state. Only `dispatch` changes it. */
export interface Store {
	readonly get: () => State;
	readonly dispatch: (message: Message) => void;
	/** Calls the listener after every change. Returns the function that unsubscribes it. */
	readonly subscribe: (listener: () => void) => () => void;
	/**
	 * The same for listeners that draw nothing: once for all changes of the current work, after it. The effect of a key is
	 * painted before.
	 */
	readonly follow: (listener: () => void) => () => void;
}

/** Creates a store. `update` must be pure. */
export function createStore(initial: State, update: (state: State, message: Message) => State): Store {
	let state = inOneLayout(initial);
	const subscribers = new Subscribers();
	return {
		get: () => state,
		dispatch: (message) => {
			const next = update(state, message);
			if (next === state) return;
			state = inOneLayout(next, state);
			subscribers.notify();
		},
		subscribe: subscribers.subscribe,
		follow: subscribers.follow,
	};
}
