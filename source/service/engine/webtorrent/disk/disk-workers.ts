import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Semaphore } from '../../../../concurrency/semaphore.ts';
import type { DiskJob, DiskResult, HashJob, HashResult, JobPieces, StatResult } from './disk-jobs.ts';

/** Maximum number of threads. More do not make disks faster, and each takes about 8 MB. */
const MAX_WORKERS = 8;
/** Idle time after which all threads end. */
const IDLE_MS = 10_000;

/** Next to the engine's bundle. */
const entryUrl = new URL('./disk-worker.js', import.meta.url);

interface Running {
	readonly resolve: (answer: DiskResult) => void;
	readonly reject: (error: Error) => void;
}

/** Threads that examine files and hash pieces, one per core. They start on demand. */
export class DiskWorkers {
	readonly size = Math.min(MAX_WORKERS, availableParallelism());
	readonly #entry: URL;
	readonly #free: Worker[] = [];
	readonly #busy = new Map<Worker, Running>();
	readonly #slots = new Semaphore(this.size);
	#idle: NodeJS.Timeout | undefined;

	constructor(entry = entryUrl) {
		this.#entry = entry;
	}

	/** Starts all threads, while the caller prepares their jobs. */
	prepare(): void {
		while (this.#free.length + this.#busy.size < this.size) this.#free.push(this.#start());
		if (this.#busy.size === 0) this.#endWhenIdle();
	}

	/** Examines files, and checks `pieces` of their data if given. */
	async stat(paths: readonly string[], pieces?: JobPieces): Promise<StatResult> {
		const answer = await this.#run({ kind: 'stat', paths, pieces });
		if (answer.kind !== 'stat') throw new Error(`a thread answered stat with ${answer.kind}`);
		return answer;
	}

	async hash(job: HashJob): Promise<HashResult> {
		const answer = await this.#run(job);
		if (answer.kind !== 'hash') throw new Error(`a thread answered hash with ${answer.kind}`);
		return answer;
	}

	#run(job: DiskJob): Promise<DiskResult> {
		return this.#slots.run(() => {
			clearTimeout(this.#idle);
			const worker = this.#free.pop() ?? this.#start();
			return new Promise((resolve, reject) => {
				this.#busy.set(worker, { resolve, reject });
				worker.postMessage(job);
			});
		});
	}

	#start(): Worker {
		const worker = new Worker(this.#entry, { name: 'disk' });
		worker.on('message', (answer: DiskResult) => {
			this.#busy.get(worker)?.resolve(answer);
			this.#busy.delete(worker);
			this.#free.push(worker);
			if (this.#busy.size === 0) this.#endWhenIdle();
		});
		worker.on('error', (error: Error) => {
			const running = this.#busy.get(worker);
			this.#busy.delete(worker);
			const at = this.#free.indexOf(worker);
			if (at !== -1) this.#free.splice(at, 1);
			running?.reject(error);
		});
		worker.unref();
		return worker;
	}

	#endWhenIdle(): void {
		clearTimeout(this.#idle);
		this.#idle = setTimeout(() => {
			for (const worker of this.#free.splice(0)) void worker.terminate();
		}, IDLE_MS);
		this.#idle.unref();
	}
}
