import { LinePace } from './line-pace.ts';

/** Sink of frames. */
export interface FrameOutput {
	/** Writes a frame and calls `done` when the terminal took all of it. No other frame may follow before. */
	write(frame: string, done: () => void): void;
}

interface FramePumpOptions {
	/** Returns the bytes of a frame, '' when nothing changed; undefined before a frame that is requested soon. */
	compose(): string | undefined;
	readonly output: FrameOutput;
	/**
	 * Query that the terminal replies to; call `answered` for each reply. Without it, only `output` reports when a
	 * frame was taken.
	 */
	readonly query?: string;
}

/** Shortest time between two frames, ms. */
const FRAME_INTERVAL_MS = 8;

/**
 * Decides when a frame is painted.
 *
 * It paints at most one frame in 8 ms, and never while the previous one is in flight. A frame shows the state at the
 * time of painting. So a slow terminal skips frames and ends with the newest.
 */
export class FramePump {
	readonly #options: FramePumpOptions;
	readonly #pace = new LinePace();
	#timer: NodeJS.Timeout | undefined;
	#last = Number.NEGATIVE_INFINITY;
	#wanted = false;
	#paused = false;
	/** The frame in flight; a new object for every frame, so that a late `done` of an abandoned one is ignored. */
	#inFlight: object | undefined;

	constructor(options: FramePumpOptions) {
		this.#options = options;
	}

	/** Requests a frame; paints at once if that is allowed now. */
	request(): void {
		this.#wanted = true;
		if (this.#paused || this.#timer || this.#inFlight) return;
		const now = performance.now();
		const wait = Math.max(FRAME_INTERVAL_MS - (now - this.#last), this.#pace.wait(now));
		if (wait <= 0) this.flush(now);
		else this.#timer = setTimeout(() => this.#retry(), wait);
	}

	/** Paints a requested frame without waiting for the interval or a reply, unless a frame is in flight. */
	flush(now = performance.now()): void {
		this.#stopTimer();
		if (this.#paused || this.#inFlight || !this.#wanted) return;
		const frame = this.#options.compose();
		if (frame === undefined) return;
		this.#wanted = false;
		this.#last = now;
		if (frame === '') return;
		const token = {};
		this.#inFlight = token;
		const { query } = this.#options;
		// Frames are nearly all ASCII, so an approximate byte count is enough.
		const queries = query !== undefined && this.#pace.send(frame.length, now);
		this.#options.output.write(queries ? frame + query : frame, () => {
			if (this.#inFlight !== token) return;
			this.#inFlight = undefined;
			if (this.#wanted) this.request();
		});
	}

	/** Records a query that other code wrote. */
	asked(): void {
		this.#pace.asked(performance.now());
	}

	/** Records the terminal's reply to a query. */
	answered(): void {
		this.#pace.answered(performance.now());
		if (this.#wanted) this.#retry();
	}

	/** Number of queries without a reply so far. */
	get unanswered(): number {
		return this.#pace.unanswered(performance.now());
	}

	/** Paints nothing until `resume`. A frame in flight counts as lost. */
	pause(): void {
		this.#paused = true;
		this.#stopTimer();
		this.#inFlight = undefined;
		this.#pace.reset();
	}

	resume(): void {
		this.#paused = false;
		this.request();
	}

	/** Whether every requested frame is painted and taken. */
	get idle(): boolean {
		return !this.#wanted && !this.#inFlight;
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
