import { join } from 'node:path';
import { HttpError } from '../http/http-error.ts';
import type { Log } from '../log/log.ts';
import { DebuggedProcesses, type ExaminedEngine } from './debugged-processes.ts';
import { History } from './history.ts';
import type { LogSource } from './log-source.ts';
import { FileLogTail } from './log-tail.ts';
import { MemoryDumps } from './memory-dump.ts';
import { Profiler, type ProfilerStatus } from './profiler.ts';
import { ServiceWatcher } from './service-watcher.ts';

export interface DebugOptions {
	/** Whether memory dumps and the profiler are allowed. */
	readonly enabled: boolean;
	readonly engine: ExaminedEngine;
	readonly stateFolder: string;
	/** The log of the service. */
	readonly serviceLog: LogSource;
	/** The program of the service's watcher: thread.ts or its bundle. */
	readonly watcherEntry: string | URL;
	readonly log: Log;
	/** Returns the free memory in bytes. Default: the system's value. */
	readonly freeMemory?: (() => number) | undefined;
}

/** Returns the message of a refused request. `subject` ends with its verb. */
export function disabledText(subject: string): string {
	return `${subject} disabled. Start the service without --no-debug, and with "debug": true in its settings.`;
}

/** The debug information of the service (interface, part 4.6). */
export class Debug {
	readonly history: History;
	readonly processes: DebuggedProcesses;
	readonly logs: { readonly core: LogSource; readonly gui: LogSource };
	readonly #enabled: boolean;
	readonly #profiler: Profiler;
	readonly #dumps: MemoryDumps;
	readonly #watcher: ServiceWatcher;

	constructor(options: DebugOptions) {
		const { engine, stateFolder, serviceLog, watcherEntry, log } = options;
		this.#enabled = options.enabled;
		this.#watcher = new ServiceWatcher(watcherEntry);
		this.history = new History(engine);
		this.processes = new DebuggedProcesses(this.#watcher.methods, engine);
		// The cockpit logs into the same folder.
		this.logs = { core: serviceLog, gui: new FileLogTail(join(stateFolder, 'cockpit.log')) };
		this.#profiler = new Profiler({ processes: this.processes, folder: join(stateFolder, 'profiles'), log });
		this.#dumps = new MemoryDumps({
			processes: this.processes,
			folder: stateFolder,
			freeMemory: options.freeMemory ?? (() => process.availableMemory()),
		});
	}

	get profilerStatus(): ProfilerStatus {
		return this.#profiler.status;
	}

	/** The profiler. Throws the 500 if it is disabled. */
	get profiler(): Profiler {
		this.#requireEnabled('The profiler is');
		return this.#profiler;
	}

	/** Memory dumps. Throws the 500 if they are disabled. */
	get dumps(): MemoryDumps {
		this.#requireEnabled('Memory dumps are');
		return this.#dumps;
	}

	async close(): Promise<void> {
		this.history.close();
		this.#profiler.close();
		await this.#watcher.close();
	}

	#requireEnabled(subject: string): void {
		if (this.#enabled) return;
		throw new HttpError(500, 'DebugDisabledError', disabledText(subject));
	}
}
