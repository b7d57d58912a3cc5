import type { Message } from './message.ts';
import { inOneLayout, type State } from './state.ts';
import { type Listener, type Slice, Subscribers } from './subscribers.ts';

/** Holds the current state. Only `dispatch` changes it. */
export interface Store {
	readonly get: () => State;
	readonly dispatch: (message: Message) => void;
	/**
	 * Calls the listener after each change of these slices; without any, after every change. Returns the function that
	 * unsubscribes it.
	 */
	readonly subscribe: (listener: Listener, ...slices: readonly Slice[]) => () => void;
	/** The same for a listener that shows nothing: it is called once after the current work, so a frame does not wait for it. */
	readonly subscribeLater: Store['subscribe'];
}

/** Creates a store. `update` must be pure. */
export function createStore(initial: State, update: (state: State, message: Message) => State): Store {
	let state = initial;
	const subscribers = new Subscribers();
	return {
		get: () => state,
		dispatch: (message) => {
			const next = update(state, message);
			if (next === state) return;
			const before = state;
			state = inOneLayout(next, before);
			subscribers.notify(before, state);
		},
		subscribe: (listener, ...slices) => subscribers.add(listener, slices),
		subscribeLater: (listener, ...slices) => subscribers.add(listener, slices, true),
	};
}
