import type { Store } from '../../state/core/store.ts';
import type { Journal } from '../../state/events/journal.ts';

/** Time in which events are combined into one notification, ms. */
const GATHER_MS = 500;
/** Minimum time between two notifications, ms. */
const PAUSE_MS = 5_000;

/**
 * Notifies about downloads that finish and fail, combining several into one notification. It counts outcomes since it
 * was created and reports no earlier ones.
 */
export class Notifier {
	readonly #store: Store;
	readonly #tell: (text: string) => void;
	readonly #unsubscribe: () => void;
	#told: Journal['completions'];
	#toldAt = Number.NEGATIVE_INFINITY;
	#timer: NodeJS.Timeout | undefined;

	/** `tell` gets a sentence that may contain untrusted text. */
	constructor(store: Store, tell: (text: string) => void) {
		this.#store = store;
		this.#tell = tell;
		this.#told = store.get().journal.completions;
		this.#unsubscribe = store.subscribe(() => this.#onChange());
	}

	close(): void {
		clearTimeout(this.#timer);
		this.#unsubscribe();
	}

	#onChange(): void {
		const { completions } = this.#store.get().journal;
		if (this.#timer || countOf(completions) === countOf(this.#told)) return;
		const wait = Math.max(GATHER_MS, this.#toldAt + PAUSE_MS - performance.now());
		this.#timer = setTimeout(() => this.#tellNow(), wait);
	}

	#tellNow(): void {
		this.#timer = undefined;
		const { completions } = this.#store.get().journal;
		const text = outcomeText(this.#told, completions);
		this.#told = completions;
		this.#toldAt = performance.now();
		this.#tell(text);
	}
}

function countOf({ finished, failed }: Journal['completions']): number {
	return finished + failed;
}

/** Returns the outcomes between two counts: the text of a single one, or the number of several. */
export function outcomeText(before: Journal['completions'], after: Journal['completions']): string {
	const finished = after.finished - before.finished;
	const failed = after.failed - before.failed;
	if (finished + failed === 1) return after.last;
	const counts = [
		...(finished > 0 ? [`${finished} finished`] : []),
		...(failed > 0 ? [`${failed} failed`] : []),
	];
	return `${finished + failed} downloads: ${counts.join(', ')}`;
}
