import { closeSync, constants, openSync, writeSync } from 'node:fs';

const retry = 3;
/** Frames that follow each other faster than this wait until the terminal has read the one before. Milliseconds. */
const fast = 36;
const longestWait = 500;

/**
 * Writes frames to the terminal, one at a time: while one has not been read, the next is not made. A terminal says
 * that it has read everything when it answers a question behind it.
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
		const asks = sentAt - this.#sentAt < fast;
		this.#sentAt = sentAt;
		if (asks) this.#asked = setTimeout(() => this.answered(), longestWait);
		this.#rest = Buffer.from(asks ? `${frame}\x1b[5n` : frame);
		this.#push();
	}

	/** The terminal has answered. */
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
			}, retry);
		}
	}
}
