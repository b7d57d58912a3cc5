import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** Maximum number of threads. Each takes about 5 MB. */
const MAX_WORKERS = 4;
/** Idle time after which all threads end. */
const IDLE_TIMEOUT_MS = 10_000;

/** Inline, so that neither bundler nor TypeScript loader must resolve a file. */
const program = `
const { createHash } = require('node:crypto');
const { writeSync } = require('node:fs');
const { parentPort } = require('node:worker_threads');
const perform = ({ number, data, hash, fd, at, length, position }) => {
	if (hash !== undefined && createHash('sha1').update(data).digest('hex') !== hash) return { number, wrong: true };
	try {
		for (let done = 0; done < length; ) done += writeSync(fd, data, at + done, length - done, position + done);
	} catch ({ code, message }) {
		return { number, wrong: false, failure: { code, message } };
	}
	return { number, wrong: false };
};
parentPort.on('message', (jobs) => parentPort.postMessage(jobs.map(perform)));
`;

/** Part of a piece to be written into an open file, in bytes. */
interface WriteJob {
	/** The whole piece. Shared memory is not copied; it must not change meanwhile. */
	readonly data: Uint8Array;
	/** SHA-1 of the piece in hexadecimal, if it is to be verified before. */
	readonly hash: string | undefined;
	readonly fd: number;
	/** Start in the piece. */
	readonly at: number;
	readonly length: number;
	/** Start in the file. */
	readonly position: number;
}

interface Answer {
	readonly number: number;
	readonly wrong: boolean;
	readonly failure?: { readonly code: string | undefined; readonly message: string };
}

interface Thread {
	readonly worker: Worker;
	/** Jobs for the next message. */
	jobs: (WriteJob & { readonly number: number })[];
}

interface Pending {
	readonly resolve: (isGood: boolean) => void;
	readonly reject: (error: Error) => void;
}

/**
 * Hashes and writes pieces on separate threads, which start on demand. One message has all jobs of a turn of the event
 * loop: waking a thread costs the calling one more than the message.
 */
export class PieceWriters {
	readonly #count = Math.min(MAX_WORKERS, Math.max(2, availableParallelism()));
	readonly #threads: (Thread | undefined)[] = [];
	readonly #pending = new Map<number, Pending>();
	#number = 0;
	#sending = false;
	#idle: NodeJS.Timeout | undefined;

	/**
	 * Verifies and writes. Resolves with false, having written nothing, if the hash is wrong. Rejects with the error of
	 * the system. `writer`: a number for each download. One thread writes its pieces: more would compete with the thread
	 * that receives them, and concurrent writers of a file spin in the kernel.
	 */
	write(writer: number, job: WriteJob): Promise<boolean> {
		clearTimeout(this.#idle);
		const number = this.#number++;
		this.#thread(writer % this.#count).jobs.push({ ...job, number });
		if (!this.#sending) {
			this.#sending = true;
			setImmediate(() => this.#send());
		}
		return new Promise((resolve, reject) => this.#pending.set(number, { resolve, reject }));
	}

	#send(): void {
		this.#sending = false;
		for (const thread of this.#threads) {
			if (!thread || thread.jobs.length === 0) continue;
			thread.worker.postMessage(thread.jobs);
			thread.jobs = [];
		}
	}

	#thread(at: number): Thread {
		const running = this.#threads[at];
		if (running) return running;
		const worker = new Worker(program, { eval: true, name: 'piece-writer' });
		const thread: Thread = { worker, jobs: [] };
		this.#threads[at] = thread;
		worker.on('message', (answers: readonly Answer[]) => {
			for (const answer of answers) this.#settle(answer);
			if (this.#pending.size > 0) return;
			this.#idle = setTimeout(() => void this.#end(), IDLE_TIMEOUT_MS);
			this.#idle.unref();
		});
		worker.on('error', (error: Error) => {
			const failed = [...this.#pending.values()];
			this.#pending.clear();
			// Until then, a thread may write data of a piece, whose memory is reused after the failure.
			void this.#end().then(() => {
				for (const { reject } of failed) reject(error);
			});
		});
		worker.unref();
		return thread;
	}

	#settle({ number, wrong, failure }: Answer): void {
		const pending = this.#pending.get(number);
		this.#pending.delete(number);
		if (failure) pending?.reject(Object.assign(new Error(failure.message), { code: failure.code }));
		else pending?.resolve(!wrong);
	}

	/** Resolves when no thread runs. */
	async #end(): Promise<void> {
		await Promise.allSettled(this.#threads.splice(0).map((thread) => thread?.worker.terminate()));
	}
}
