import { access, constants } from 'node:fs/promises';
import type { Metainfo } from '../../metainfo/metainfo.ts';
import type { Emit } from '../core/emit.ts';
import { clip, reasonOf } from '../http/http-error.ts';
import type { Log } from '../log/log.ts';
import { unfinishedMove } from '../moving/intent.ts';
import { type DownloadRecord, nameOf } from '../storage/record.ts';
import { completionEnvironment } from './facts.ts';
import { runProgram } from './run-program.ts';
import { RunningCommands } from './running-commands.ts';

const CHECK_INTERVAL_MS = 1_000;
/** Time until a command that could not be started is tried again. */
const RETRY_DELAY_MS = 60_000;

const FAILED = 'the command on completion failed';

export const completionText = {
	failure: FAILED,
	unusable: (program: string, reason: string) =>
		`The command on completion ${clip(program)} cannot be started: ${reason}. It is tried when a download finishes.`,
	started: (name: string) => `${name}: the command on completion was started.`,
	ended: (name: string) => `${name}: the command on completion has ended.`,
	failed: (name: string, reason: string) => `${name}: ${FAILED}: ${reason}. It is not repeated.`,
	output: (name: string, output: string) => `${name}: the command on completion wrote: ${output}`,
	notStarted: (name: string, reason: string) =>
		`${name}: the command on completion cannot be started: ${reason}. The service retries.`,
	stopped: (name: string, reason: string) =>
		`${name}: the command on completion cannot be run: ${reason}. It runs after the next start.`,
	interrupted: (name: string) =>
		`${name}: the command on completion was ended, because the service stops. It runs again after the next start.`,
} as const;

/** The command that runs when a download has finished. The operator sets it. */
export interface CompletionSettings {
	/** Absolute path of a program, and its arguments. Empty for none. */
	readonly command: readonly string[];
	readonly timeoutS: number;
	/** Maximum commands at once. */
	readonly parallel: number;
}

interface CompletionCommandsOptions {
	readonly settings: CompletionSettings;
	readonly stateFolder: string;
	readonly downloads: {
		readonly records: Iterable<DownloadRecord>;
		get(infohash: string): DownloadRecord | undefined;
		applyChange(record: DownloadRecord, change: Partial<DownloadRecord>): void;
		readAhead(record: DownloadRecord): Promise<void>;
		metainfo(record: DownloadRecord): Metainfo | undefined;
	};
	readonly log: Log;
	readonly emit: Emit;
}

/** A download whose command has to run. */
interface Due {
	readonly record: DownloadRecord;
	/** Time of the next attempt, `performance.now()`. */
	notBefore: number;
	/** Last reported failure to start. */
	lastReason: string;
}

/**
 * Runs the command for each finished download, at least once: a download stays due in the database until its command
 * has ended. Few run at once.
 */
export class CompletionCommands {
	readonly #options: CompletionCommandsOptions;
	readonly #running: RunningCommands;
	/** By infohash, in the order of completion. */
	readonly #due = new Map<string, Due>();
	/** Infohashes of running commands, with their ends. */
	readonly #ends = new Map<string, Promise<void>>();
	readonly #stop = new AbortController();
	#timer: NodeJS.Timeout | undefined;
	#isStarted = false;

	constructor(options: CompletionCommandsOptions) {
		this.#options = options;
		this.#running = new RunningCommands(options.stateFolder, options.log);
	}

	/** Runs the commands that are due since the last run of the service, and all others from now on. */
	async start(): Promise<void> {
		const { settings, downloads, log } = this.#options;
		await this.#running.endLeftover();
		const left = [...downloads.records].filter(({ completionDue }) => completionDue);
		const [program] = settings.command;
		if (program === undefined) {
			for (const record of left) downloads.applyChange(record, { completionDue: false });
			return;
		}
		await access(program, constants.X_OK).catch((error: unknown) =>
			log('warning', completionText.unusable(program, reasonOf(error))),
		);
		if (this.#stop.signal.aborted) return;
		left.sort((one, other) => (one.timeFinished ?? 0) - (other.timeFinished ?? 0));
		for (const record of left) this.#enqueue(record);
		this.#isStarted = true;
		this.#timer = setInterval(() => this.#check(), CHECK_INTERVAL_MS);
		this.#check();
	}

	/** Saves that a download has finished, and runs the command for it. */
	finished(record: DownloadRecord): void {
		const isDue = this.#options.settings.command.length > 0;
		const timeFinished = Math.floor(Date.now() / 1000);
		this.#options.downloads.applyChange(record, { timeFinished, completionDue: isDue });
		if (!isDue) return;
		this.#enqueue(record);
		this.#check();
	}

	/** Ends running commands. They run again after the next start. */
	async close(): Promise<void> {
		clearInterval(this.#timer);
		this.#stop.abort();
		await Promise.all(this.#ends.values());
	}

	#enqueue(record: DownloadRecord): void {
		this.#due.set(record.infohash, { record, notBefore: 0, lastReason: '' });
	}

	/** Starts commands while slots are free. */
	#check(): void {
		if (!this.#isStarted || this.#stop.signal.aborted) return;
		const { settings, downloads, log } = this.#options;
		const now = performance.now();
		for (const [infohash, due] of this.#due) {
			if (this.#ends.size >= settings.parallel) return;
			const { record } = due;
			if (downloads.get(infohash) !== record) {
				this.#due.delete(infohash);
				continue;
			}
			// Its files are at two places during a move.
			if (now < due.notBefore || this.#ends.has(infohash) || unfinishedMove(record)) continue;
			this.#due.delete(infohash);
			this.#ends.set(
				infohash,
				this.#run(due)
					// It is still due at the next start.
					.catch((error: unknown) =>
						log('error', completionText.stopped(nameOf(record), reasonOf(error)), error),
					)
					.finally(() => {
						this.#ends.delete(infohash);
						this.#check();
					}),
			);
		}
	}

	/** Runs the command for a download. */
	async #run(due: Due): Promise<void> {
		const { settings, downloads, log } = this.#options;
		const { record } = due;
		await downloads.readAhead(record);
		let started: number | undefined;
		const end = await runProgram(settings.command, {
			env: completionEnvironment(record, downloads.metainfo(record)),
			timeoutS: settings.timeoutS,
			signal: this.#stop.signal,
			onStart: (pid) => {
				started = pid;
				this.#running.add(pid);
				log('info', completionText.started(nameOf(record)));
			},
		});
		if (started !== undefined) this.#running.remove(started);
		if (end.kind === 'interrupted') {
			if (started !== undefined) log('info', completionText.interrupted(nameOf(record)));
			return;
		}
		if (end.kind === 'not-started') {
			if (due.lastReason !== end.reason) this.#report(completionText.notStarted(nameOf(record), end.reason));
			// A later completion replaces it.
			if (this.#due.has(record.infohash)) return;
			const notBefore = performance.now() + RETRY_DELAY_MS;
			this.#due.set(record.infohash, { record, notBefore, lastReason: end.reason });
			return;
		}
		// It may have finished again meanwhile.
		if (!this.#due.has(record.infohash)) downloads.applyChange(record, { completionDue: false });
		if (end.output !== '') log('info', completionText.output(nameOf(record), end.output));
		if (end.failure === '') log('info', completionText.ended(nameOf(record)));
		else this.#report(completionText.failed(nameOf(record), end.failure));
	}

	/** Reports a failure in the log and to cockpits. */
	#report(text: string): void {
		this.#options.log('warning', text);
		this.#options.emit('tribler_exception', { text });
	}
}
