import { readdirSync, rmSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bytes as inBytes } from '../../format/bytes.ts';
import { EngineGone } from '../engine/port.ts';
import { HttpError, reasonOf } from '../http/http-error.ts';
import type { DebuggedProcesses, ProcessName } from './debugged-processes.ts';
import { timeInName } from './file-names.ts';
import { DUMP_MEMORY_FACTOR } from './limits.ts';

/** A heap snapshot. */
interface MemoryDump {
	/** Its bytes, to be read once. */
	readonly content: AsyncIterable<Uint8Array>;
	readonly size: number;
	/** A name for the file of the client. */
	readonly name: string;
}

/** A written snapshot. Its file is already unlinked: closing it frees the space. */
interface WrittenDump {
	readonly file: FileHandle;
	readonly size: number;
	readonly name: string;
}

interface MemoryDumpsOptions {
	readonly processes: DebuggedProcesses;
	/** Folder of the temporary file. */
	readonly folder: string;
	/** Returns the free memory in bytes. */
	readonly freeMemory: () => number;
}

const PREFIX = 'memory-dump-';

export const takeDumpText = {
	running: 'Another memory dump is under way. Wait for its end.',
	noMemory: (process: ProcessName, needed: string, free: string) =>
		`A memory dump of the ${process} needs up to ${needed} of memory, and ${free} are free. Free memory and try again.`,
} as const;

/** Takes heap snapshots, one at a time. */
export class MemoryDumps {
	readonly #options: MemoryDumpsOptions;
	/** The dump under way, with its file once it is written. */
	#current: { file?: FileHandle } | null = null;

	constructor(options: MemoryDumpsOptions) {
		this.#options = options;
		deleteLeftovers(options.folder);
	}

	/**
	 * Takes a snapshot and lets `use` send it. Throws the 409 while another one is taken or sent, and a 500 if
	 * there is not enough memory.
	 */
	async take(process: ProcessName, use: (dump: MemoryDump) => Promise<void>): Promise<void> {
		if (this.#current) {
			throw new HttpError(409, 'DumpRunningError', takeDumpText.running);
		}
		const turn: { file?: FileHandle } = {};
		this.#current = turn;
		const release = async () => {
			const { file } = turn;
			delete turn.file;
			await file?.close();
			if (this.#current === turn) this.#current = null;
		};
		try {
			await this.#requireMemory(process);
			const { file, size, name } = await this.#write(process);
			turn.file = file;
			await use({ size, name, content: readAndRelease(file, size, release) });
		} finally {
			await release();
		}
	}

	/** V8 builds the whole snapshot in memory before it writes the first byte. */
	async #requireMemory(process: ProcessName): Promise<void> {
		const used = await this.#callWatcher(process, 'measure', (watcher) => watcher.heapUsed());
		const needed = DUMP_MEMORY_FACTOR * used;
		const free = this.#options.freeMemory();
		if (free >= needed) return;
		throw new HttpError(
			500,
			'NotEnoughMemoryError',
			takeDumpText.noMemory(process, inBytes(needed), inBytes(free)),
		);
	}

	async #write(process: ProcessName): Promise<WrittenDump> {
		const name = `${process}-${timeInName(new Date())}.heapsnapshot`;
		const path = join(this.#options.folder, `${PREFIX}${name}`);
		try {
			const { engine } = this.#options.processes;
			const write = () => this.#callWatcher(process, 'dump', (watcher) => watcher.heapSnapshot(path));
			const size = await (process === 'engine' ? engine.tolerateSilence(write) : write());
			return { file: await open(path, 'r'), size, name };
		} finally {
			await rm(path, { force: true });
		}
	}

	async #callWatcher<T>(
		process: ProcessName,
		verb: string,
		request: (watcher: DebuggedProcesses['service']) => Promise<T>,
	): Promise<T> {
		const { service, engine } = this.#options.processes;
		try {
			return await request(process === 'engine' ? engine.watcher : service);
		} catch (error) {
			if (error instanceof EngineGone) throw engineGone(error);
			const reason = reasonOf(error);
			throw new HttpError(500, 'DumpError', `Cannot ${verb} the memory of the ${process}: ${reason}.`, error);
		}
	}
}

/** Reads a file. Calls `release` before the last part: a client that has all bytes may request the next dump. */
async function* readAndRelease(
	file: FileHandle,
	size: number,
	release: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
	let done = 0;
	for await (const chunk of file.createReadStream({ autoClose: false, end: size - 1 })) {
		done += chunk.length;
		if (done === size) await release();
		yield chunk;
	}
}

const engineGone = (cause: unknown) =>
	new HttpError(500, 'EngineUnavailableError', 'The engine does not run. Try again in a moment.', cause);

/** Deletes the files of a service that was killed. */
function deleteLeftovers(folder: string): void {
	try {
		for (const name of readdirSync(folder)) {
			if (name.startsWith(PREFIX)) rmSync(join(folder, name), { force: true });
		}
	} catch {
		// The folder does not exist yet.
	}
}
