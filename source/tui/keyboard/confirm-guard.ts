import type { Store } from '../../state/core/store.ts';

/** A key confirms nothing for so many milliseconds after its dialog opened: it was typed before the dialog was seen. */
export const CONFIRM_DELAY_MS = 400;
/** A key confirms nothing so many milliseconds after another key: pasted text has no such gaps. */
export const CONFIRM_GAP_MS = 100;

/** Tells deliberate answers from keys that were typed ahead or pasted. */
export class ConfirmGuard {
	readonly #clock: () => number;
	readonly #close: () => void;
	/** Depth and kind of the dialog on top. */
	#top = '';
	/** Clock times, milliseconds. */
	#openedAt = Number.NEGATIVE_INFINITY;
	#inputAt = Number.NEGATIVE_INFINITY;

	constructor(store: Store, clock: () => number = () => performance.now()) {
		this.#clock = clock;
		this.#close = store.subscribe(() => {
			const { dialogs } = store.get();
			const top = `${dialogs.length} ${dialogs.at(-1)?.kind ?? ''}`;
			if (top === this.#top) return;
			this.#top = top;
			this.#openedAt = this.#clock();
		});
	}

	/** An input event was handled. Its own duration is not part of the gap before the next one. */
	noteInput(): void {
		this.#inputAt = this.#clock();
	}

	isTypeAhead(): boolean {
		const now = this.#clock();
		return now - this.#openedAt < CONFIRM_DELAY_MS || now - this.#inputAt < CONFIRM_GAP_MS;
	}

	close(): void {
		this.#close();
	}
}
