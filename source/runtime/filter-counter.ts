import type { State } from '../state/core/state.ts';
import type { Store } from '../state/core/store.ts';
import { countFilters, type FoundFilters } from '../state/view/found-filters.ts';

/** Duration of a counting step, and of the pause after it for keys and polls. */
const MAX_STEP_MS = 3;
const STEP_PAUSE_MS = 16;

/** Inputs of a count. It is valid while these are the same objects. */
type Counted = readonly [list: State['downloads']['list'], filters: State['view']['filters']];

/**
 * Counts the matches of each filter while the dialog of filters is open. Counts in short steps, when the dialog opens
 * and when the list changes. Finishes a count before the next one, so that a constantly changing list is counted too.
 */
export class FilterCounter {
	readonly #store: Store;
	readonly #unsubscribe: () => void;
	#timer: NodeJS.Timeout | undefined;
	#counting: Generator<FoundFilters, FoundFilters> | undefined;
	#counted: Counted | undefined;

	constructor(store: Store) {
		this.#store = store;
		this.#unsubscribe = store.subscribeLater(() => this.#onChange(), 'dialogs', 'view', 'downloads');
	}

	close(): void {
		this.#unsubscribe();
		this.#stop();
	}

	#stop(): void {
		clearTimeout(this.#timer);
		this.#counting = undefined;
		this.#counted = undefined;
	}

	#onChange(): void {
		const state = this.#store.get();
		const top = state.dialogs.at(-1);
		if (top?.kind !== 'filters') {
			if (this.#counted) this.#stop();
			return;
		}
		if (this.#counting) return;
		const [list, filters] = this.#counted ?? [];
		if (list === state.downloads.list && filters === state.view.filters) return;
		this.#counted = [state.downloads.list, state.view.filters];
		this.#counting = countFilters(state, top.found);
		// The filtered list is painted first.
		this.#timer = setTimeout(() => this.#countStep(), STEP_PAUSE_MS);
	}

	#countStep(): void {
		const counting = this.#counting;
		if (!counting) return;
		const until = performance.now() + MAX_STEP_MS;
		let step = counting.next();
		while (step.done !== true && performance.now() < until) step = counting.next();
		if (step.done) this.#counting = undefined;
		else this.#timer = setTimeout(() => this.#countStep(), STEP_PAUSE_MS);
		this.#store.dispatch({ type: 'view', what: { type: 'filters-found', found: step.value } });
	}
}
