import type { Store } from '../../../state/core/store.ts';

/** Time after a dialog opened in which keys confirm nothing, ms: they were typed before the dialog was visible. */
export const CONFIRM_DELAY_MS = 400;
/** Time after another key in which a key confirms nothing, ms: pasted text has no such gaps. */
export const CONFIRM_GAP_MS = 100;

/** Distinguishes deliberate answers from keys that were typed ahead or pasted. */
export class ConfirmGuard {
	readonly #clock: () => number;
	readonly #close: () => void;
	/** Depth and kind of the dialog on top. */
	#top = '';
	/** Clock times, ms. */
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
		}, 'dialogs');
	}

	/** Records that an input event was handled. Its own duration is not part of the gap before the next one. */
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
