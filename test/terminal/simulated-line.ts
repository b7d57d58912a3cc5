import { vi } from 'vitest';
import { FramePump } from '../../source/tui/terminal/frame-pump.ts';

export interface LineOptions {
	/** Bytes a millisecond that the line carries. */
	rate: number;
	/** Milliseconds there, and the same back. */
	delay: number;
	/** Which questions are answered, by their number from 0. */
	answers?: (question: number) => boolean;
}

/** A frame of the simulation: the state it shows, and how long it is. */
const frameOf = (state: number, bytes: number) => `${state}:`.padEnd(bytes, 'x');

/**
 * A pump that paints a number over a line with a buffer without end, and a terminal behind it. All in the time of
 * vitest's fake timers.
 */
export class SimulatedLine {
	readonly options: LineOptions;
	readonly pump: FramePump;
	/** What the terminal showed, and when. */
	readonly shown: { state: number; at: number }[] = [];
	questions = 0;
	bytes = 0;
	#state = 0;
	#frameBytes = 450;
	#shownState = 0;
	/** When the line is free again. */
	#free = 0;

	constructor(options: LineOptions) {
		this.options = options;
		this.pump = new FramePump({
			compose: () => (this.#state === this.#shownState ? '' : this.#frame()),
			question: '?',
			output: {
				write: (frame, done) => {
					this.#carry(frame);
					done();
				},
			},
		});
	}

	/** The question that is asked at the start, before anything else. */
	start(): void {
		this.pump.asked();
		this.#carry('?');
	}

	/** Something changes: a frame of so many bytes shows it. */
	change(bytes = 450): void {
		this.#state++;
		this.#frameBytes = bytes;
		this.pump.request();
	}

	/** The newest state there is. */
	get state(): number {
		return this.#state;
	}

	/** A key held for so long, 30 a second; gives how long after its release the last state was shown, at most a minute. */
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
