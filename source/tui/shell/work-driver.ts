import type { Store } from '../../state/core/store.ts';
import { currentPane } from './panes.ts';

/** Runs the work of the visible surface, step by step. Other work runs between two steps. */
export class WorkDriver {
	readonly #store: Store;
	readonly #unsubscribe: () => void;
	#next: NodeJS.Immediate | undefined;

	constructor(store: Store) {
		this.#store = store;
		this.#unsubscribe = store.subscribeLater(() => this.#look());
	}

	close(): void {
		this.#unsubscribe();
		clearImmediate(this.#next);
	}

	#look(): void {
		const state = this.#store.get();
		if (this.#next || !currentPane(state).work?.isPending(state)) return;
		this.#next = setImmediate(() => {
			this.#next = undefined;
			this.#store.dispatch({ type: 'surface-work' });
		});
	}
}
