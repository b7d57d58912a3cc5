import { Worker } from 'node:worker_threads';

/** Idle time after which the thread ends. It takes about 5 MB. */
const IDLE_TIMEOUT_MS = 10_000;

/** Inline, so that neither bundler nor TypeScript loader must resolve a file. */
const program = `
const { createHash } = require('node:crypto');
const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ number, data }) => {
	const hash = createHash('sha1').update(data).digest('hex');
	parentPort.postMessage({ number, hash });
});
`;

interface Pending {
	readonly resolve: (hash: string) => void;
	readonly reject: (error: Error) => void;
}

/**
 * Hashes pieces on a separate thread with shared memory. Node's own asynchronous digest copies its input on the
 * calling thread, which costs almost as much as hashing.
 */
export class PieceHasher {
	#worker: Worker | null = null;
	#number = 0;
	readonly #pending = new Map<number, Pending>();
	#idle: NodeJS.Timeout | undefined;

	/** Returns the SHA-1 of shared memory in hexadecimal. It must not change meanwhile. */
	hash(data: Uint8Array<SharedArrayBuffer>): Promise<string> {
		clearTimeout(this.#idle);
		const number = this.#number++;
		return new Promise((resolve, reject) => {
			this.#pending.set(number, { resolve, reject });
			this.#thread().postMessage({ number, data });
		});
	}

	#thread(): Worker {
		if (this.#worker) return this.#worker;
		const worker = new Worker(program, { eval: true, name: 'piece-hasher' });
		this.#worker = worker;
		worker.on('message', (answer: { readonly number: number; readonly hash: string }) => {
			this.#pending.get(answer.number)?.resolve(answer.hash);
			this.#pending.delete(answer.number);
			if (this.#pending.size > 0) return;
			this.#idle = setTimeout(() => this.#end(), IDLE_TIMEOUT_MS);
			this.#idle.unref();
		});
		worker.on('error', (error: Error) => {
			this.#worker = null;
			for (const { reject } of this.#pending.values()) reject(error);
			this.#pending.clear();
		});
		worker.unref();
		return worker;
	}

	#end(): void {
		void this.#worker?.terminate();
		this.#worker = null;
	}
}
