import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HttpError, reasonOf } from '../http/http-error.ts';
import type { Log } from '../log/log.ts';
import { makePrivateFolderSync } from '../storage/make-folder.ts';
import type { DebuggedProcesses, ProcessName } from './debugged-processes.ts';
import { timeInName } from './file-names.ts';
import { MAX_PROFILE_BYTES, MAX_PROFILE_MS, MAX_PROFILES } from './limits.ts';

interface ProfilerOptions {
	readonly processes: DebuggedProcesses;
	/** Folder of the profiles. It is created with the first one. */
	readonly folder: string;
	readonly log: Log;
	/** Time after which a profile stops by itself, in milliseconds. */
	readonly maxTime?: number;
}

export interface ProfilerStatus {
	readonly state: 'STARTED' | 'STOPPED';
	/** Seconds since the start, while it runs. */
	readonly runningTime: number | undefined;
	/** Paths of the files of the last profile, while it does not run. */
	readonly files: readonly string[];
}

const SUFFIX = '.cpuprofile';

/** Returns the log line about a profile that reached its limit. */
export function stoppedText(file: string): string {
	return `The profiler stopped at its limit of time: ${file}`;
}

/** Profiles the main threads of both processes at the same time. */
export class Profiler {
	readonly #options: ProfilerOptions;
	/** Processes that are profiled; null if the profiler does not run. */
	#profiled: readonly ProcessName[] | null = null;
	/** Whether a start or a stop has not ended yet. */
	#changing = false;
	/** Files of the last profile, if it stopped by itself. */
	#stoppedItself: readonly string[] = [];
	/** Files of the last profile. */
	#files: readonly string[] = [];
	/** Monotonic time of the start, ms. */
	#startedAt = 0;
	#timer: NodeJS.Timeout | undefined;

	constructor(options: ProfilerOptions) {
		this.#options = options;
	}

	get status(): ProfilerStatus {
		if (!this.#profiled) return { state: 'STOPPED', runningTime: undefined, files: this.#files };
		return { state: 'STARTED', runningTime: (performance.now() - this.#startedAt) / 1_000, files: [] };
	}

	/** Starts the profiles. The engine's is left out if the engine does not run. */
	async start(): Promise<void> {
		if (this.#profiled || this.#changing) throw wrongState('The profiler runs already. Stop it first.');
		this.#changing = true;
		try {
			const { service } = this.#options.processes;
			await service.startProfile();
			this.#profiled = (await this.#startEngine()) ? ['engine', 'service'] : ['service'];
			this.#startedAt = performance.now();
			this.#timer = setTimeout(() => void this.#stopItself(), this.#options.maxTime ?? MAX_PROFILE_MS);
			this.#timer.unref();
		} catch (error) {
			throw failed('start the profiler', error);
		} finally {
			this.#changing = false;
		}
	}

	/** Stops the profiles and returns the paths of their files, the engine's first. */
	async stop(): Promise<readonly string[]> {
		const profiled = this.#profiled;
		if (!profiled || this.#changing) {
			const [file] = this.#stoppedItself;
			throw wrongState(
				file === undefined
					? 'The profiler does not run. Start it first.'
					: `The profiler does not run: it stopped at its limit of time. Its file is ${file}.`,
			);
		}
		clearTimeout(this.#timer);
		this.#changing = true;
		this.#profiled = null;
		try {
			return await this.#write(profiled);
		} finally {
			this.#changing = false;
		}
	}

	close(): void {
		clearTimeout(this.#timer);
	}

	async #startEngine(): Promise<boolean> {
		const { processes, log } = this.#options;
		if (processes.engine.pid === undefined) return false;
		try {
			await processes.engine.watcher.startProfile();
			return true;
		} catch (error) {
			log('warning', `Cannot profile the engine: ${reasonOf(error)}.`);
			return false;
		}
	}

	async #stopItself(): Promise<void> {
		try {
			this.#stoppedItself = await this.stop();
			this.#options.log('info', stoppedText(String(this.#stoppedItself[0])));
		} catch (error) {
			this.#options.log('warning', reasonOf(error));
		}
	}

	/** Writes the profiles. Fails if none of them can be written. */
	async #write(profiled: readonly ProcessName[]): Promise<readonly string[]> {
		const { processes, folder, log } = this.#options;
		const name = `${timeInName(new Date())}-`;
		try {
			makePrivateFolderSync(folder);
		} catch (error) {
			log('warning', `Cannot create ${folder}: ${reasonOf(error)}.`);
		}
		const written = await Promise.allSettled(
			profiled.map(async (process) => {
				const path = join(folder, `${name}${process}${SUFFIX}`);
				await (process === 'engine' ? processes.engine.watcher : processes.service).stopProfile(path);
				return path;
			}),
		);
		const failures = written.filter((each) => each.status === 'rejected');
		for (const { reason } of failures) log('warning', `Cannot write a profile: ${reasonOf(reason)}.`);
		const paths = written.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
		if (paths.length === 0) throw failed('write the profile', failures[0]?.reason);
		this.#stoppedItself = [];
		this.#files = paths;
		await this.#deleteOld(paths);
		return paths;
	}

	/** Deletes the oldest profiles beyond the limits. Names begin with the time, so they are in order. */
	async #deleteOld(latest: readonly string[]): Promise<void> {
		const { folder, log } = this.#options;
		try {
			// Links and folders of these names are not ours.
			const names = (await readdir(folder, { withFileTypes: true }))
				.filter((entry) => entry.isFile() && entry.name.endsWith(SUFFIX))
				.map(({ name }) => name)
				.sort()
				.reverse();
			let bytes = 0;
			for (const [at, path] of names.map((name) => join(folder, name)).entries()) {
				bytes += (await stat(path)).size;
				const excess = at >= MAX_PROFILES * 2 || bytes > MAX_PROFILE_BYTES;
				if (excess && !latest.includes(path)) await rm(path, { force: true });
			}
		} catch (error) {
			log('warning', `Cannot delete old profiles: ${reasonOf(error)}.`);
		}
	}
}

const wrongState = (message: string) => new HttpError(500, 'ProfilerStateError', message);

function failed(verb: string, error: unknown): HttpError {
	return new HttpError(500, 'ProfilerError', `Cannot ${verb}: ${reasonOf(error)}.`, error);
}
