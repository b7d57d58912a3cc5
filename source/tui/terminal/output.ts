import { closeSync, constants, createWriteStream, openSync, writeSync } from 'node:fs';
import type { Writable } from 'node:stream';
import type { WriteStream } from 'node:tty';
import { codeOf } from '../../basics/error.ts';
import type { FrameOutput } from './frame-pump.ts';
import { countFrame } from './output-counts.ts';

/** A terminal that frames are written to, and that can be released at any moment. */
export interface TerminalOutput extends FrameOutput {
	/**
	 * Writes the restoring sequences synchronously. The rest of a frame in flight is dropped, so none of it follows. It
	 * waits for a slow terminal only briefly, and never throws.
	 */
	writeNow(text: string): void;
	/** Stops all writing. */
	close(): void;
}

/** A terminal as Node opens it. */
export type TerminalStream = WriteStream & { readonly fd: number };

/** Timeout of `writeNow` for a terminal that accepts nothing, ms. */
const WRITE_TIMEOUT_MS = 300;
const MIN_RETRY_MS = 2;
const MAX_RETRY_MS = 32;

/**
 * Opens the terminal behind a stream for frames. Calls `onLost` when it is gone.
 *
 * Writing to `process.stdout` would block the event loop while a terminal accepts nothing (a stalled link, ctrl-s). So
 * the terminal is opened again, non-blocking: an open file description of our own, whose mode no other process shares.
 */
export function openOutput(stdout: TerminalStream, onLost: (error: Error) => void): TerminalOutput {
	const fd = stdout.isTTY ? reopen(stdout.fd, constants.O_WRONLY) : undefined;
	if (fd !== undefined) return new DescriptorOutput(fd, onLost);
	const stream = stdout.isTTY ? createWriteStream('', { fd: stdout.fd, autoClose: false }) : stdout;
	return new StreamOutput(stream, onLost, stdout.fd);
}

/** Opens the terminal behind a descriptor again, non-blocking; returns undefined when that is impossible. */
export function reopen(fd: number, access: number): number | undefined {
	const { O_NOCTTY, O_NONBLOCK } = constants;
	// Any user can open the controlling terminal; the first path also finds other terminals.
	for (const path of [`/proc/self/fd/${fd}`, '/dev/tty']) {
		try {
			return openSync(path, access | O_NOCTTY | O_NONBLOCK);
		} catch {
			// The path does not exist here or cannot be opened; the next one is tried.
		}
	}
	return undefined;
}

/** Writes to a non-blocking descriptor. The rest of a partial write is retried with increasing delay. */
class DescriptorOutput implements TerminalOutput {
	readonly #fd: number;
	readonly #onLost: (error: Error) => void;
	#rest: Buffer | undefined;
	#done: () => void = () => {};
	#timer: NodeJS.Timeout | undefined;
	#closed = false;

	constructor(fd: number, onLost: (error: Error) => void) {
		this.#fd = fd;
		this.#onLost = onLost;
	}

	write(frame: string, done: () => void): void {
		if (this.#closed) return;
		this.#done = done;
		try {
			const bytes = Buffer.from(frame);
			countFrame(bytes.length);
			const taken = offer(this.#fd, bytes);
			if (taken < bytes.length) this.#rest = bytes.subarray(taken);
		} catch (error) {
			this.#lose(error);
			return;
		}
		this.#push(MIN_RETRY_MS);
	}

	writeNow(text: string): void {
		this.#drop();
		if (this.#closed) return;
		let rest: Buffer = Buffer.from(text);
		const deadline = Date.now() + WRITE_TIMEOUT_MS;
		try {
			while (rest.length > 0) {
				const taken = offer(this.#fd, rest);
				rest = rest.subarray(taken);
				if (taken === 0 && Date.now() >= deadline) return;
				if (taken === 0) sleep(MIN_RETRY_MS);
			}
		} catch {
			// The terminal is gone and needs no restoring.
		}
	}

	close(): void {
		this.#drop();
		if (this.#closed) return;
		this.#closed = true;
		closeSync(this.#fd);
	}

	#push(retry: number): void {
		this.#timer = undefined;
		try {
			while (this.#rest && this.#rest.length > 0) {
				const taken = offer(this.#fd, this.#rest);
				if (taken === 0) {
					this.#timer = setTimeout(() => this.#push(Math.min(retry * 2, MAX_RETRY_MS)), retry);
					return;
				}
				this.#rest = this.#rest.subarray(taken);
				retry = MIN_RETRY_MS;
			}
		} catch (error) {
			this.#lose(error);
			return;
		}
		this.#rest = undefined;
		this.#done();
	}

	#lose(error: unknown): void {
		this.#drop();
		this.#onLost(error instanceof Error ? error : new Error(String(error)));
	}

	#drop(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		this.#rest = undefined;
	}
}

/** Writes to a stream; its callback reports when a frame was taken. */
class StreamOutput implements TerminalOutput {
	readonly #stream: Writable;
	readonly #fd: number | undefined;
	#closed = false;

	constructor(stream: Writable, onLost: (error: Error) => void, fd?: number) {
		this.#stream = stream;
		this.#fd = fd;
		stream.on('error', (error) => {
			if (!this.#closed) onLost(error);
		});
	}

	write(frame: string, done: () => void): void {
		if (this.#closed) return;
		countFrame(Buffer.byteLength(frame));
		this.#stream.write(frame, (error) => error || done());
	}

	writeNow(text: string): void {
		if (this.#closed) return;
		try {
			if (this.#fd === undefined) this.#stream.write(text);
			else writeSync(this.#fd, text);
		} catch {
			// The terminal is gone and needs no restoring.
		}
	}

	close(): void {
		this.#closed = true;
	}
}

/** Writes bytes to a non-blocking descriptor; returns how many it accepted. */
function offer(fd: number, bytes: Buffer): number {
	try {
		return writeSync(fd, bytes);
	} catch (error) {
		if (wouldBlock(error)) return 0;
		throw error;
	}
}

/** Whether an error means that a non-blocking descriptor is not ready now. */
export function wouldBlock(error: unknown): boolean {
	const code = codeOf(error);
	return code === 'EAGAIN' || code === 'EINTR';
}

/** Sleeps synchronously. */
export function sleep(milliseconds: number): void {
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
