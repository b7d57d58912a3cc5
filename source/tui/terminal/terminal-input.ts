import fs from 'node:fs';
import type { ReadStream } from 'node:tty';
import { InputDecoder } from '../keyboard/input/decoder.ts';
import type { InputEvent, TerminalReply } from '../keyboard/input/events.ts';
import { reopen, sleep, wouldBlock } from './output.ts';

/** A terminal's keyboard as Node opens it. */
export type KeyboardStream = ReadStream & { readonly fd: number };

export interface TerminalInputHooks {
	/** Keys, pastes, mouse and focus, one by one and in order; only after `deliver`. */
	onInput(event: InputEvent): void;
	/** Ctrl-c while nobody is there yet to say what it means. */
	onInterrupt(): void;
	/** The terminal answered. */
	onReply(reply: TerminalReply): void;
	/** The terminal has gone. */
	onLost(): void;
}

/** More than this is not typed while an app is loaded; what a cat on the keyboard adds is dropped. */
const mostHeld = 10_000;
/** How often is looked for answers when the terminal is given back, in milliseconds. */
const look = 2;

/** The terminal's keyboard: raw while the terminal is ours, and what it sends as events. */
export class TerminalInput {
	readonly #stdin: KeyboardStream;
	readonly #hooks: TerminalInputHooks;
	readonly #decoder: InputDecoder;
	/** What arrived before the app, until it is there. */
	#held: InputEvent[] | undefined = [];

	constructor(stdin: KeyboardStream, hooks: TerminalInputHooks) {
		this.#stdin = stdin;
		this.#hooks = hooks;
		this.#decoder = new InputDecoder(
			(event) => this.#take(event),
			(reply) => hooks.onReply(reply),
		);
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

	/** Waits for so many answers that are still to come, at most so many milliseconds: the shell must not be typed them. */
	awaitAnswers(answers: number, patience: number): void {
		if (answers === 0 || !this.#stdin.isTTY || this.#stdin.destroyed) return;
		swallowAnswers(this.#stdin.fd, answers, patience);
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

/** Reads until the terminal has given so many answers to `CSI 5 n`, before it returns. */
function swallowAnswers(fd: number, count: number, patience: number): void {
	const own = reopen(fd, fs.constants.O_RDONLY);
	if (own === undefined) return;
	const deadline = Date.now() + patience;
	const bytes = Buffer.alloc(1024);
	let read = '';
	try {
		while (read.split('\x1b[0n').length <= count && Date.now() < deadline) {
			const length = readNow(own, bytes);
			if (length === undefined) break;
			if (length === 0) sleep(look);
			read += bytes.toString('latin1', 0, length);
		}
	} finally {
		fs.closeSync(own);
	}
}

/** What is there to be read, into `bytes`; gives how much, nothing when the terminal has gone. */
function readNow(fd: number, bytes: Buffer): number | undefined {
	try {
		return fs.readSync(fd, bytes) || undefined;
	} catch (error) {
		return wouldBlock(error) ? 0 : undefined;
	}
}
