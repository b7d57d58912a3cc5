import { closeSync, constants, readSync } from 'node:fs';
import type { ConnectOpts, SocketConstructorOpts } from 'node:net';
import { isatty, ReadStream } from 'node:tty';
import { InputDecoder } from './input/decoder.ts';
import type { InputEvent, TerminalReply } from './input/events.ts';
import { reopen, sleep, wouldBlock } from './output.ts';

export interface TerminalInputHooks {
	/** Called for keys, pastes, mouse and focus, one by one and in order; only after `deliver`. */
	onInput(event: InputEvent): void;
	/** Called after all events of a read. */
	onInputEnd(): void;
	/** Called for ctrl-c before the app is loaded. */
	onInterrupt(): void;
	/** Called when the terminal replied. */
	onReply(reply: TerminalReply): void;
	/** Called when the terminal is gone. */
	onLost(): void;
}

/** Maximum of events that are kept while the app is loaded; further ones are dropped. */
const MAX_HELD_EVENTS = 10_000;
/** File descriptor of standard input. */
const STDIN = 0;
/** Bytes of one read. */
const READ_BYTES = 16_384;
/** Interval of polling for replies when the terminal is released, ms. */
const POLL_INTERVAL_MS = 2;

/** The terminal's keyboard: raw mode while the terminal is held, bytes decoded to events. */
export class TerminalInput {
	readonly #stdin: ReadStream;
	readonly #hooks: TerminalInputHooks;
	readonly #decoder: InputDecoder;
	/** Events that arrived before the app was loaded; undefined afterwards. */
	#held: InputEvent[] | undefined = [];

	constructor(hooks: TerminalInputHooks) {
		const stdin = isatty(STDIN) ? openKeyboard((bytes) => this.#onData(bytes)) : process.stdin;
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

	/** Whether it is a terminal. */
	get isTerminal(): boolean {
		return this.#stdin.isTTY;
	}

	/** Turns raw mode on: keys arrive as they are pressed, without echo. */
	takeOver(): void {
		if (this.#stdin.isTTY) {
			// A shell may have changed the mode while we were stopped. Node ignores a request for the mode it believes
			// to be on.
			this.#stdin.setRawMode(false);
			this.#stdin.setRawMode(true);
		}
		this.#stdin.resume();
	}

	/** Expects replies to queries of colors. */
	expectColors(count: number): void {
		this.#decoder.expectColors(count);
	}

	/**
	 * Waits for outstanding replies, at most this many milliseconds, so that the shell does not read them as typed
	 * text.
	 */
	awaitReplies(answers: number, timeoutMs: number): void {
		if (answers === 0 || !this.#stdin.isTTY || this.#stdin.destroyed) return;
		discardReplies(answers, timeoutMs);
	}

	/** Reads nothing until `takeOver`; a partial sequence is discarded. */
	release(): void {
		this.#decoder.reset();
		if (this.#stdin.isTTY && !this.#stdin.destroyed) this.#stdin.setRawMode(false);
		this.#stdin.pause();
	}

	/** Delivers held events to the app; later events are delivered at once. */
	deliver(): void {
		const held = this.#held ?? [];
		this.#held = undefined;
		for (const event of held) this.#hooks.onInput(event);
	}

	/** Stops all reading. */
	close(): void {
		this.#stdin.off('data', this.#onData);
	}

	readonly #onData = (chunk: Buffer | string): void => {
		this.#decoder.write(chunk);
		this.#hooks.onInputEnd();
	};

	#take(event: InputEvent): void {
		if (!this.#held) this.#hooks.onInput(event);
		else if (event.type === 'key' && event.name === 'c' && event.ctrl) this.#hooks.onInterrupt();
		else if (this.#held.length < MAX_HELD_EVENTS) this.#held.push(event);
	}
}

/**
 * Opens the terminal at standard input. Unlike `process.stdin` it hands over bytes where it reads them, without a queue:
 * a key has a shorter way.
 */
function openKeyboard(take: (bytes: Buffer) => void): ReadStream {
	const buffer = Buffer.alloc(READ_BYTES);
	const callback = (count: number) => {
		take(buffer.subarray(0, count));
		return true;
	};
	// The types of Node lack `onread` here.
	const options: SocketConstructorOpts & ConnectOpts = { onread: { buffer, callback } };
	return new ReadStream(STDIN, options);
}

/** Reads synchronously until the terminal has sent so many replies to `CSI 5 n`. */
function discardReplies(count: number, timeoutMs: number): void {
	const own = reopen(STDIN, constants.O_RDONLY);
	if (own === undefined) return;
	const deadline = Date.now() + timeoutMs;
	const bytes = Buffer.alloc(1024);
	let read = '';
	try {
		while (read.split('\x1b[0n').length <= count && Date.now() < deadline) {
			const length = readNow(own, bytes);
			if (length === undefined) break;
			if (length === 0) sleep(POLL_INTERVAL_MS);
			read += bytes.toString('latin1', 0, length);
		}
	} finally {
		closeSync(own);
	}
}

/** Reads the available bytes into `bytes`; returns their number, undefined when the terminal is gone. */
function readNow(fd: number, bytes: Buffer): number | undefined {
	try {
		return readSync(fd, bytes) || undefined;
	} catch (error) {
		return wouldBlock(error) ? 0 : undefined;
	}
}
