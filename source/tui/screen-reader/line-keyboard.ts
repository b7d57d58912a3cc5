import type { ReadStream } from 'node:tty';
import { InputDecoder } from '../terminal/input/decoder.ts';
import type { InputEvent } from '../terminal/input/events.ts';

interface LineKeyboardHooks {
	/** Called with the events of one read, in order, at least one; only after `deliver`. */
	onInput(events: readonly InputEvent[]): void;
	/** Called for ctrl-c before `deliver`. */
	onInterrupt(): void;
	/** Called when the terminal is gone. */
	onLost(): void;
}

/** Maximum of reads that are kept before `deliver`. */
const MAX_HELD_EVENTS = 1_000;

/** The keyboard of a conversation: raw mode, events grouped by read. */
export class LineKeyboard {
	readonly #stdin: ReadStream;
	readonly #hooks: LineKeyboardHooks;
	readonly #decoder: InputDecoder;
	/** Events before `deliver`. */
	#held: (readonly InputEvent[])[] | undefined = [];
	/** Events of the current read. */
	#read: InputEvent[] = [];

	constructor(stdin: ReadStream, hooks: LineKeyboardHooks) {
		this.#stdin = stdin;
		this.#hooks = hooks;
		this.#decoder = new InputDecoder((event) => this.#collect(event));
		stdin.on('data', this.#onData);
		stdin.on('end', hooks.onLost);
		stdin.on('error', hooks.onLost);
	}

	takeOver(): void {
		// A shell may have changed the mode while we were stopped. Node ignores a request for the mode it believes to
		// be on.
		this.#stdin.setRawMode(false);
		this.#stdin.setRawMode(true);
		this.#stdin.resume();
	}

	/** Reads nothing until `takeOver`; a partial sequence is discarded. */
	release(): void {
		this.#decoder.reset();
		if (!this.#stdin.destroyed) this.#stdin.setRawMode(false);
		this.#stdin.pause();
	}

	/** Delivers events from now on, first the held ones. */
	deliver(): void {
		const held = this.#held ?? [];
		this.#held = undefined;
		for (const events of held) this.#hooks.onInput(events);
	}

	/** Stops all reading. */
	close(): void {
		this.#stdin.off('data', this.#onData);
	}

	readonly #onData = (chunk: Buffer | string): void => {
		this.#decoder.write(chunk);
	};

	/** The decoder emits the events of one read synchronously. */
	#collect(event: InputEvent): void {
		if (this.#read.push(event) > 1) return;
		queueMicrotask(() => {
			const events = this.#read;
			this.#read = [];
			if (!this.#held) this.#hooks.onInput(events);
			else if (events.some(isInterrupt)) this.#hooks.onInterrupt();
			else if (this.#held.length < MAX_HELD_EVENTS) this.#held.push(events);
		});
	}
}

function isInterrupt(event: InputEvent): boolean {
	return event.type === 'key' && event.name === 'c' && event.ctrl;
}
