/** Where frames go. */
export interface FrameOutput {
	/** Takes a frame and calls `done` when the terminal took all of it; until then no other one may follow. */
	write(frame: string, done: () => void): void;
}

/** The shortest time between two frames, in milliseconds. */
const interval = 8;

/**
 * Decides when a frame is painted.
 *
 * At most one in 8 ms, and never while the one before is still on its way: a frame is painted when it can be
 * sent, from what is true then, so a slow terminal skips frames and ends with the newest.
 */
export class FramePump {
	readonly #compose: () => string;
	readonly #output: FrameOutput;
	#timer: NodeJS.Timeout | undefined;
	#last = Number.NEGATIVE_INFINITY;
	#wanted = false;
	#paused = false;
	/** The frame on its way; a new one for every frame, so that a late `done` of an abandoned one is ignored. */
	#onItsWay: object | undefined;

	/** `compose` gives the bytes of a frame, '' when nothing changed. */
	constructor(compose: () => string, output: FrameOutput) {
		this.#compose = compose;
		this.#output = output;
	}

	/** Something changed: paint, now if that is allowed now. */
	request(): void {
		this.#wanted = true;
		if (this.#paused || this.#timer || this.#onItsWay) return;
		const wait = interval - (performance.now() - this.#last);
		if (wait <= 0) this.flush();
		else this.#timer = setTimeout(() => this.flush(), wait);
	}

	/** Paints what is wanted without waiting for the interval (but not while a frame is on its way). */
	flush(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		if (this.#paused || this.#onItsWay || !this.#wanted) return;
		this.#wanted = false;
		this.#last = performance.now();
		const frame = this.#compose();
		if (frame === '') return;
		const token = {};
		this.#onItsWay = token;
		this.#output.write(frame, () => {
			if (this.#onItsWay !== token) return;
			this.#onItsWay = undefined;
			if (this.#wanted) this.request();
		});
	}

	/** Paints nothing until `resume`; a frame on its way counts as lost. */
	pause(): void {
		this.#paused = true;
		clearTimeout(this.#timer);
		this.#timer = undefined;
		this.#onItsWay = undefined;
	}

	resume(): void {
		this.#paused = false;
		this.request();
	}

	/** Whether everything asked for is painted and taken. */
	get idle(): boolean {
		return !this.#wanted && !this.#onItsWay;
	}
}
