import type { DrawingOf } from './ink-tree.ts';

/** Components whose drawings change while React does not. */
export interface LiveSource {
	/** Updates its drawings and adds these to `changed`. Returns false if React has to lay out its boxes first. */
	update(changed: DrawingOf[]): boolean;
	/** Called when React has laid out all boxes. */
	laidOut(): void;
}

/** The painter, as its live components see it. */
export interface LivePainter {
	/** Requests a frame at the end of the current work. */
	request(): void;
	/** Paints a requested frame now. */
	flush(): void;
	/** Adds a source that is updated before each frame. Returns the function that removes it. */
	add(source: LiveSource): () => void;
}

const requested = Promise.resolve();

/** The live components of a screen. `requestFrame` is called at most once in a turn of the event loop. */
export class LiveSources implements LivePainter, LiveSource {
	readonly #sources = new Set<LiveSource>();
	readonly #requestFrame: () => void;
	#isRequested = false;

	constructor(requestFrame: () => void) {
		this.#requestFrame = requestFrame;
	}

	request(): void {
		if (this.#isRequested) return;
		this.#isRequested = true;
		// Cheaper than queueMicrotask, which makes a resource for async hooks.
		void requested.then(() => this.flush());
	}

	flush(): void {
		if (!this.#isRequested) return;
		this.#isRequested = false;
		this.#requestFrame();
	}

	add(source: LiveSource): () => void {
		this.#sources.add(source);
		return () => this.#sources.delete(source);
	}

	update(changed: DrawingOf[]): boolean {
		let isUpdated = true;
		for (const source of this.#sources) isUpdated = source.update(changed) && isUpdated;
		return isUpdated;
	}

	laidOut(): void {
		for (const source of this.#sources) source.laidOut();
	}
}
