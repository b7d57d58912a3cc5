import { closeSync, mkdtempSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { now, sleep, until } from '../clock.ts';
import { cpuOf, memoryOf, signal, treeOf } from '../processes.ts';
import { Answers } from './answers.ts';
import { startOnPty } from './native.ts';
import { type Reader, readAtOnce, readSlowly } from './readers.ts';

export interface Chunk {
	/** Time of the read, ms of the shared clock. */
	readonly at: number;
	readonly bytes: Buffer;
}

export interface Command {
	readonly file: string;
	readonly args: readonly string[];
	readonly environment?: Readonly<Record<string, string>>;
}

export interface Terminal {
	readonly columns: number;
	readonly rows: number;
	/** Bytes per second of its link. Default: no limit. */
	readonly bytesPerSecond?: number | undefined;
}

const MEMORY_INTERVAL_MS = 200;

/** A program on a terminal of the benchmark. Takes keys, and records every chunk with the time of its read. */
export class Session {
	readonly started: number;
	readonly chunks: Chunk[] = [];
	readonly terminal: Terminal;
	/** Peak memory of the process tree over all samples, bytes. */
	peakMemory = 0;
	/** Whether the program has ended. */
	hasEnded = false;
	readonly #pid: number;
	readonly #fd: number;
	readonly #reader: Reader;
	readonly #ended: Promise<void>;
	readonly #sampling: NodeJS.Timeout;
	#onChunk = () => {};

	constructor({ file, args, environment = {} }: Command, terminal: Terminal, folder: string) {
		this.terminal = terminal;
		// A run saves settings such as the order of the list, which would change the next measurement.
		const config = mkdtempSync(join(folder, 'config-'));
		const base = {
			PATH: process.env.PATH ?? '',
			LANG: 'C.UTF-8',
			TZ: 'UTC',
			HOME: folder,
			XDG_CONFIG_HOME: config,
		};
		this.started = now();
		const program = startOnPty({
			file,
			args,
			environment: { ...base, TERM: 'xterm-256color', ...environment },
			folder,
			columns: terminal.columns,
			rows: terminal.rows,
		});
		this.#pid = program.pid;
		this.#fd = program.fd;
		this.#ended = program.ended.then(() => {
			this.hasEnded = true;
		});
		const answers = new Answers((text) => this.write(text));
		const take = (bytes: Buffer, at: number) => {
			this.chunks.push({ at, bytes });
			answers.read(bytes);
			this.#onChunk();
		};
		this.#reader =
			terminal.bytesPerSecond === undefined
				? readAtOnce(program.fd, take)
				: readSlowly(program.fd, terminal.bytesPerSecond, take, closeSync);
		this.#sampling = setInterval(() => this.sampleMemory(), MEMORY_INTERVAL_MS);
	}

	/** Types a text. Returns the time right before. */
	write(text: string): number {
		const at = now();
		try {
			writeSync(this.#fd, text);
		} catch {
			// The program has ended or does not read. The measurement then finds no answer.
		}
		return at;
	}

	/** The process. */
	get pid(): number {
		return this.#pid;
	}

	/** Time of the last read, or of the start before the first read. */
	get lastAt(): number {
		return this.chunks.at(-1)?.at ?? this.started;
	}

	/** Resolves with true when more than `count` chunks were read, or with false after `timeout` ms. */
	async more(count: number, timeout: number): Promise<boolean> {
		if (this.chunks.length > count) return true;
		let wake: NodeJS.Timeout | undefined;
		await new Promise<void>((resolve) => {
			wake = setTimeout(resolve, timeout);
			this.#onChunk = resolve;
		});
		clearTimeout(wake);
		this.#onChunk = () => {};
		return this.chunks.length > count;
	}

	/** Resolves with true when there was no output for `gap` ms, or with false after `limit` ms. */
	async quiet(gap: number, limit: number): Promise<boolean> {
		const deadline = now() + limit;
		for (;;) {
			const due = this.lastAt + gap;
			if (now() >= due) return true;
			if (now() >= deadline) return false;
			await until(Math.min(due, deadline));
		}
	}

	/** Returns the output since chunk number `from`. */
	text(from = 0): string {
		return Buffer.concat(this.chunks.slice(from).map(({ bytes }) => bytes)).toString('utf8');
	}

	/** Returns the CPU time of the program and its children, ms. */
	cpu(): number {
		return cpuOf(treeOf(this.#pid));
	}

	sampleMemory(): number {
		const bytes = memoryOf(treeOf(this.#pid));
		this.peakMemory = Math.max(this.peakMemory, bytes);
		return bytes;
	}

	/** Ends the program by its quit key, or else by SIGHUP, SIGTERM and SIGKILL. */
	async end(quit: string): Promise<void> {
		clearInterval(this.#sampling);
		const tree = treeOf(this.#pid);
		this.write(quit);
		for (const name of ['SIGHUP', 'SIGTERM', 'SIGKILL'] as const) {
			await Promise.race([this.#ended, sleep(1500)]);
			if (this.hasEnded) break;
			signal(tree, name);
		}
		// Also ends children that outlive the program.
		signal(tree.slice(1), 'SIGKILL');
		await this.#reader.close();
	}
}
