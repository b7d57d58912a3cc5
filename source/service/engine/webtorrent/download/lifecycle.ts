import { MetainfoError } from '../../../../metainfo/error.ts';
import type { Log } from '../../../log/log.ts';
import type { EngineMessage } from '../../port.ts';
import { DiskError, MissingData } from '../disk/disk-error.ts';

interface LifecycleOptions {
	readonly infohash: string;
	readonly log: Log;
	/** Ends all activity of the download. Called once, after `signal` was aborted. */
	readonly stopAll: () => Promise<void>;
	/** Called with the last message when the download ended by itself. */
	readonly onEnded: (last: EngineMessage) => void;
}

/** Lifetime of a download. It ends once, by request or by itself, together with its tasks. */
export class Lifecycle {
	#ending: Promise<void> | null = null;
	#tasks: Promise<void> = Promise.resolve();
	readonly #abort = new AbortController();
	/** Aborted when the end begins. */
	readonly signal = this.#abort.signal;
	readonly #options: LifecycleOptions;

	constructor(options: LifecycleOptions) {
		this.#options = options;
	}

	/** Whether the end has begun. */
	get isEnding(): boolean {
		return this.#ending !== null;
	}

	/** Resolves when all tasks so far have ended. */
	get tasks(): Promise<void> {
		return this.#tasks;
	}

	/** Adds a task. The download fails if it rejects, and the end can wait for it. */
	addTask(part: Promise<void>): void {
		const settled = part.catch((error: unknown) => this.fail(error));
		// Drops the results: nested arrays would accumulate while the download runs.
		this.#tasks = Promise.all([this.#tasks, settled]).then(() => {});
	}

	/** Ends the download. Resolves when everything has ended. */
	end(): Promise<void> {
		this.#ending ??= this.#end();
		return this.#ending;
	}

	/** Ends the download by itself, with `last` as its last message. */
	finish(last: EngineMessage): void {
		this.#ending ??= this.#end().finally(() => {
			this.#options.onEnded(last);
		});
	}

	/** Ends the download with an error. */
	fail(error: unknown): void {
		if (this.#ending) return;
		const { infohash, log } = this.#options;
		if (!(error instanceof MetainfoError || error instanceof DiskError)) {
			log('error', `${infohash}: ${error instanceof Error ? error.stack : String(error)}`);
		}
		const reason = error instanceof Error ? error.message : String(error);
		this.finish({ type: 'failed', infohash, reason, missing: error instanceof MissingData });
	}

	#end(): Promise<void> {
		this.#abort.abort(new Error('the download was stopped'));
		return this.#options.stopAll();
	}
}
