import { closeSync, constants, openSync, writeSync } from 'node:fs';

const RETRY_MS = 3;
/** Minimum milliseconds between frames. Faster frames wait until the terminal has read the previous one. */
const MIN_FRAME_MS = 36;
const MAX_WAIT_MS = 500;

/**
 * Writes frames to the terminal one at a time. The next frame is made after the previous one was read. The answer to
 * a status query after a frame proves that it was read.
 */
export class Output {
	readonly #fd: number;
	readonly #ready: () => void;
	#rest = Buffer.alloc(0);
	#sentAt = Number.NEGATIVE_INFINITY;
	#asked: NodeJS.Timeout | undefined;

	/** `ready` is called when another frame can be written. */
	constructor(ready: () => void) {
		this.#fd = openSync('/dev/tty', constants.O_WRONLY | constants.O_NOCTTY | constants.O_NONBLOCK);
		this.#ready = ready;
	}

	get isBusy(): boolean {
		return this.#rest.length > 0 || this.#asked !== undefined;
	}

	write(frame: string): void {
		const sentAt = performance.now();
		const asks = sentAt - this.#sentAt < MIN_FRAME_MS;
		this.#sentAt = sentAt;
		if (asks) this.#asked = setTimeout(() => this.answered(), MAX_WAIT_MS);
		this.#rest = Buffer.from(asks ? `${frame}\x1b[5n` : frame);
		this.#push();
	}

	/** Handles the answer of the terminal. */
	answered(): void {
		if (!this.#asked) return;
		clearTimeout(this.#asked);
		this.#asked = undefined;
		if (!this.isBusy) this.#ready();
	}

	close(): void {
		closeSync(this.#fd);
	}

	#push(): void {
		const waited = this.#rest.length > 0;
		try {
			while (this.#rest.length > 0) this.#rest = this.#rest.subarray(writeSync(this.#fd, this.#rest));
		} catch {
			setTimeout(() => {
				this.#push();
				if (waited && !this.isBusy) this.#ready();
			}, RETRY_MS);
		}
	}
}
