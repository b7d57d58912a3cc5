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
	readonly #notify: (text: string) => void;
	readonly #unsubscribe: () => void;
	#reported: Journal['completions'];
	#reportedAt = Number.NEGATIVE_INFINITY;
	#timer: NodeJS.Timeout | undefined;

	/** `notify` gets a sentence that may contain untrusted text. */
	constructor(store: Store, notify: (text: string) => void) {
		this.#store = store;
		this.#notify = notify;
		this.#reported = store.get().journal.completions;
		this.#unsubscribe = store.subscribe(() => this.#onChange(), 'journal');
	}

	close(): void {
		clearTimeout(this.#timer);
		this.#unsubscribe();
	}

	#onChange(): void {
		const { completions } = this.#store.get().journal;
		if (this.#timer || countOf(completions) === countOf(this.#reported)) return;
		const wait = Math.max(GATHER_MS, this.#reportedAt + PAUSE_MS - performance.now());
		this.#timer = setTimeout(() => this.#notifyNow(), wait);
	}

	#notifyNow(): void {
		this.#timer = undefined;
		const { completions } = this.#store.get().journal;
		const text = outcomeText(this.#reported, completions);
		this.#reported = completions;
		this.#reportedAt = performance.now();
		this.#notify(text);
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
