import type { Store } from '../../state/core/store.ts';
import type { Journal } from '../../state/events/journal.ts';

/** Milliseconds in which what happens is gathered into one notification. */
const GATHER_MS = 500;
/** Milliseconds between two notifications, at least. */
const PAUSE_MS = 5_000;

/**
 * Tells of downloads that finish and fail, for who is not looking: many at once in one. What the state counts is what
 * happened while it looked; of what was so before nothing is told.
 */
export class Notifier {
	readonly #store: Store;
	readonly #tell: (text: string) => void;
	readonly #unsubscribe: () => void;
	#told: Journal['outcomes'];
	#toldAt = Number.NEGATIVE_INFINITY;
	#timer: NodeJS.Timeout | undefined;

	/** `tell` gets a sentence that may hold text of strangers. */
	constructor(store: Store, tell: (text: string) => void) {
		this.#store = store;
		this.#tell = tell;
		this.#told = store.get().journal.outcomes;
		this.#unsubscribe = store.subscribe(() => this.#onChange());
	}

	close(): void {
		clearTimeout(this.#timer);
		this.#unsubscribe();
	}

	#onChange(): void {
		const { outcomes } = this.#store.get().journal;
		if (this.#timer || countOf(outcomes) === countOf(this.#told)) return;
		const wait = Math.max(GATHER_MS, this.#toldAt + PAUSE_MS - performance.now());
		this.#timer = setTimeout(() => this.#tellNow(), wait);
	}

	#tellNow(): void {
		this.#timer = undefined;
		const { outcomes } = this.#store.get().journal;
		const text = outcomeText(this.#told, outcomes);
		this.#told = outcomes;
		this.#toldAt = performance.now();
		this.#tell(text);
	}
}

function countOf({ finished, failed }: Journal['outcomes']): number {
	return finished + failed;
}

/** What came to pass between two counts: of one what was said of it, of more how many. */
export function outcomeText(before: Journal['outcomes'], after: Journal['outcomes']): string {
	const finished = after.finished - before.finished;
	const failed = after.failed - before.failed;
	if (finished + failed === 1) return after.last;
	const counts = [
		...(finished > 0 ? [`${finished} finished`] : []),
		...(failed > 0 ? [`${failed} failed`] : []),
	];
	return `${finished + failed} downloads: ${counts.join(', ')}`;
}
