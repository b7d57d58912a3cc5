import { vi } from 'vitest';
import { FramePump } from '../../source/tui/terminal/frame-pump.ts';

export interface LineOptions {
	/** Capacity of the line, bytes a millisecond. */
	rate: number;
	/** Delay of one direction, milliseconds. */
	delay: number;
	/** Numbers of the queries that are answered, from 0. */
	answers?: (question: number) => boolean;
}

/** A frame of the simulation: its state, and its length. */
const frameOf = (state: number, bytes: number) => `${state}:`.padEnd(bytes, 'x');

/**
 * A pump that paints a number over a line with an unlimited buffer to a terminal. All times are those of vitest's
 * fake timers.
 */
export class SimulatedLine {
	readonly options: LineOptions;
	readonly pump: FramePump;
	/** States that the terminal showed, with their times. */
	readonly shown: { state: number; at: number }[] = [];
	questions = 0;
	bytes = 0;
	#state = 0;
	#frameBytes = 450;
	#shownState = 0;
	/** Time at which the line is free again. */
	#free = 0;

	constructor(options: LineOptions) {
		this.options = options;
		this.pump = new FramePump({
			compose: () => (this.#state === this.#shownState ? '' : this.#frame()),
			query: '?',
			output: {
				write: (frame, done) => {
					this.#carry(frame);
					done();
				},
			},
		});
	}

	/** The query at the start, before anything else. */
	start(): void {
		this.pump.asked();
		this.#carry('?');
	}

	/** Changes the state. A frame of so many bytes shows it. */
	change(bytes = 450): void {
		this.#state++;
		this.#frameBytes = bytes;
		this.pump.request();
	}

	/** The newest state. */
	get state(): number {
		return this.#state;
	}

	/**
	 * Holds a key for so long, 30 presses a second. Returns how long after its release the last state was shown, at
	 * most a minute.
	 */
	hold(milliseconds: number, bytes = 450): number {
		const end = performance.now() + milliseconds;
		while (performance.now() < end) {
			this.change(bytes);
			vi.advanceTimersByTime(33);
		}
		const released = performance.now();
		vi.advanceTimersByTime(60_000);
		const last = this.shown.find(({ state }) => state === this.#state);
		return Math.max(0, (last?.at ?? Number.POSITIVE_INFINITY) - released);
	}

	#frame(): string {
		this.#shownState = this.#state;
		return frameOf(this.#state, this.#frameBytes);
	}

	#carry(frame: string): void {
		const { rate, delay, answers = () => true } = this.options;
		this.bytes += frame.length;
		this.#free = Math.max(this.#free, performance.now()) + frame.length / rate;
		const arrival = this.#free + delay;
		const asks = frame.endsWith('?');
		const question = asks ? this.questions++ : 0;
		setTimeout(() => {
			if (frame.length > 1) this.shown.push({ state: Number.parseInt(frame, 10), at: performance.now() });
			if (asks && answers(question)) setTimeout(() => this.pump.answered(), delay);
		}, arrival - performance.now());
	}
}
