import { LinePace } from './line-pace.ts';

/** Where frames go. */
export interface FrameOutput {
	/** Takes a frame and calls `done` when the terminal took all of it; until then no other one may follow. */
	write(frame: string, done: () => void): void;
}

export interface FramePumpOptions {
	/** Gives the bytes of a frame, '' when nothing changed. */
	compose(): string;
	readonly output: FrameOutput;
	/** What the terminal answers, which `answered` is to be told; without it only `output` says when a frame was taken. */
	readonly question?: string;
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
	readonly #options: FramePumpOptions;
	readonly #pace = new LinePace();
	#timer: NodeJS.Timeout | undefined;
	#last = Number.NEGATIVE_INFINITY;
	#wanted = false;
	#paused = false;
	/** The frame on its way; a new one for every frame, so that a late `done` of an abandoned one is ignored. */
	#onItsWay: object | undefined;

	constructor(options: FramePumpOptions) {
		this.#options = options;
	}

	/** Something changed: paint, now if that is allowed now. */
	request(): void {
		this.#wanted = true;
		if (this.#paused || this.#timer || this.#onItsWay) return;
		const now = performance.now();
		const wait = Math.max(interval - (now - this.#last), this.#pace.wait(now));
		if (wait <= 0) this.flush();
		else this.#timer = setTimeout(() => this.#retry(), wait);
	}

	/** Paints what is wanted, without waiting for the interval or an answer (but not while a frame is on its way). */
	flush(): void {
		this.#stopTimer();
		if (this.#paused || this.#onItsWay || !this.#wanted) return;
		this.#wanted = false;
		const now = performance.now();
		this.#last = now;
		const frame = this.#options.compose();
		if (frame === '') return;
		const token = {};
		this.#onItsWay = token;
		const { question } = this.#options;
		// Of a frame nearly all is ASCII; how many bytes it is matters to no byte.
		const asks = question !== undefined && this.#pace.send(frame.length, now);
		this.#options.output.write(asks ? frame + question : frame, () => {
			if (this.#onItsWay !== token) return;
			this.#onItsWay = undefined;
			if (this.#wanted) this.request();
		});
	}

	/** The question was written by somebody else. */
	asked(): void {
		this.#pace.asked(performance.now());
	}

	/** The terminal answered a question. */
	answered(): void {
		this.#pace.answered(performance.now());
		if (this.#wanted) this.#retry();
	}

	/** Questions whose answers may still come. */
	get unanswered(): number {
		return this.#pace.unanswered(performance.now());
	}

	/** Paints nothing until `resume`; a frame on its way counts as lost. */
	pause(): void {
		this.#paused = true;
		this.#stopTimer();
		this.#onItsWay = undefined;
		this.#pace.reset();
	}

	resume(): void {
		this.#paused = false;
		this.request();
	}

	/** Whether everything asked for is painted and taken. */
	get idle(): boolean {
		return !this.#wanted && !this.#onItsWay;
	}

	#retry(): void {
		this.#stopTimer();
		this.request();
	}

	#stopTimer(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
	}
}
