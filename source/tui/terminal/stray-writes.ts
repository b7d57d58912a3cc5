import { fstatSync } from 'node:fs';
import type { TerminalStream } from './output.ts';

/** Maximum of characters kept; the newest ones stay. */
const MAX_KEPT = 64_000;

/**
 * Holds back output of other code in this process while the terminal is held (`console.log`, warnings of Node and
 * libraries). It is printed on the normal screen later.
 */
export class StrayWrites {
	readonly #streams: readonly (NodeJS.WriteStream & { readonly fd: number })[];
	#kept = '';
	#warnings: Error[] = [];
	#restore: (() => void) | undefined;

	constructor(terminal: TerminalStream) {
		this.#streams = [process.stdout, process.stderr].filter((stream) => isSame(stream, terminal));
	}

	/** Starts holding output back. */
	hold(): void {
		if (this.#restore || this.#streams.length === 0) return;
		const writes = this.#streams.map((stream) => [stream, stream.write] as const);
		for (const [stream] of writes) stream.write = this.#write;
		// Node's own listener for warnings bypasses the streams.
		const listeners = process.listeners('warning');
		process.removeAllListeners('warning');
		process.on('warning', this.#warn);
		this.#restore = () => {
			for (const [stream, write] of writes) if (stream.write === this.#write) stream.write = write;
			process.off('warning', this.#warn);
			for (const listener of listeners) process.on('warning', listener);
			for (const warning of this.#warnings.splice(0)) for (const listener of listeners) listener(warning);
		};
	}

	/** Stops holding output back. Returns the output since `hold`. */
	release(): string {
		const kept = this.#kept;
		this.#kept = '';
		this.#restore?.();
		this.#restore = undefined;
		return kept;
	}

	readonly #write = (
		chunk: string | Uint8Array,
		encoding?: BufferEncoding | ((error?: Error | null) => void),
		callback?: (error?: Error | null) => void,
	): boolean => {
		const text =
			typeof chunk === 'string'
				? Buffer.from(chunk, typeof encoding === 'string' ? encoding : 'utf8').toString()
				: Buffer.from(chunk).toString();
		this.#kept = (this.#kept + text).slice(-MAX_KEPT);
		const done = typeof encoding === 'function' ? encoding : callback;
		if (done) process.nextTick(done, null);
		return true;
	};

	readonly #warn = (warning: Error): void => {
		this.#warnings = [...this.#warnings, warning].slice(-20);
	};
}

/** Whether a stream leads to this terminal. */
function isSame(stream: NodeJS.WriteStream & { readonly fd: number }, terminal: TerminalStream): boolean {
	if (!stream.isTTY || !terminal.isTTY) return false;
	try {
		return fstatSync(stream.fd).rdev === fstatSync(terminal.fd).rdev;
	} catch {
		// The descriptor is closed.
		return false;
	}
}
