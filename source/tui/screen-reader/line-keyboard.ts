import type { ReadStream } from 'node:tty';
import { InputDecoder } from '../keyboard/input/decoder.ts';
import type { InputEvent } from '../keyboard/input/events.ts';

export interface LineKeyboardHooks {
	/** What came in one read, in order, at least one; only after `deliver`. */
	onInput(events: readonly InputEvent[]): void;
	/** Ctrl-c while nobody is there yet to say what it means. */
	onInterrupt(): void;
	/** The terminal has gone. */
	onLost(): void;
}

/** More reads than this are not kept while nobody is there. */
const MAX_HELD_EVENTS = 1_000;

/** The keyboard of a conversation: keys come as they are pressed, and what came together is handed on together. */
export class LineKeyboard {
	readonly #stdin: ReadStream;
	readonly #hooks: LineKeyboardHooks;
	readonly #decoder: InputDecoder;
	/** What came before `deliver`. */
	#held: (readonly InputEvent[])[] | undefined = [];
	/** The events of the read that is being taken apart. */
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
		// A shell may have changed the mode while we were stopped; asked for the mode it believes to be on, Node
		// does nothing.
		this.#stdin.setRawMode(false);
		this.#stdin.setRawMode(true);
		this.#stdin.resume();
	}

	/** Reads nothing until `takeOver`; half a sequence that arrived is forgotten. */
	giveBack(): void {
		this.#decoder.reset();
		if (!this.#stdin.destroyed) this.#stdin.setRawMode(false);
		this.#stdin.pause();
	}

	/** From now on everything is handed on, first what came before. */
	deliver(): void {
		const held = this.#held ?? [];
		this.#held = undefined;
		for (const events of held) this.#hooks.onInput(events);
	}

	/** Nothing arrives any more. */
	close(): void {
		this.#stdin.off('data', this.#onData);
	}

	readonly #onData = (chunk: Buffer | string): void => {
		this.#decoder.write(chunk);
	};

	/** The decoder gives one by one, without a pause, what came together. */
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
