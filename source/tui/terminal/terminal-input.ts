import type { ReadStream } from 'node:tty';
import { InputDecoder } from '../input/decoder.ts';
import type { InputEvent } from '../input/events.ts';

export interface TerminalInputHooks {
	/** Keys, pastes, mouse and focus, one by one and in order; only after `deliver`. */
	onInput(event: InputEvent): void;
	/** Ctrl-c while nobody is there yet to say what it means. */
	onInterrupt(): void;
	/** The terminal has gone. */
	onLost(): void;
}

/** More than this is not typed while an app is loaded; what a cat on the keyboard adds is dropped. */
const mostHeld = 10_000;

/** The terminal's keyboard: raw while the terminal is ours, and what it sends as events. */
export class TerminalInput {
	readonly #stdin: ReadStream;
	readonly #hooks: TerminalInputHooks;
	readonly #decoder: InputDecoder;
	/** What arrived before the app, until it is there. */
	#held: InputEvent[] | undefined = [];

	constructor(stdin: ReadStream, hooks: TerminalInputHooks) {
		this.#stdin = stdin;
		this.#hooks = hooks;
		this.#decoder = new InputDecoder((event) => this.#take(event));
		stdin.on('data', this.#onData);
		stdin.on('end', hooks.onLost);
		stdin.on('error', hooks.onLost);
	}

	/** Keys come as they are pressed, none is echoed. */
	takeOver(): void {
		if (this.#stdin.isTTY) {
			// A shell may have changed the mode while we were stopped; asked for the mode it believes to be on,
			// Node does nothing.
			this.#stdin.setRawMode(false);
			this.#stdin.setRawMode(true);
		}
		this.#stdin.resume();
	}

	/** Reads nothing until `takeOver`; half a sequence that arrived is forgotten. */
	giveBack(): void {
		this.#decoder.reset();
		if (this.#stdin.isTTY && !this.#stdin.destroyed) this.#stdin.setRawMode(false);
		this.#stdin.pause();
	}

	/** The app is there: it gets what was held, and from now on everything at once. */
	deliver(): void {
		const held = this.#held ?? [];
		this.#held = undefined;
		for (const event of held) this.#hooks.onInput(event);
	}

	/** Nothing arrives any more. */
	close(): void {
		this.#stdin.off('data', this.#onData);
	}

	readonly #onData = (chunk: Buffer | string): void => {
		this.#decoder.write(chunk);
	};

	#take(event: InputEvent): void {
		if (!this.#held) this.#hooks.onInput(event);
		else if (event.type === 'key' && event.name === 'c' && event.ctrl) this.#hooks.onInterrupt();
		else if (this.#held.length < mostHeld) this.#held.push(event);
	}
}
