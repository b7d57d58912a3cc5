import { Worker } from 'node:worker_threads';
import { callerOf, PendingCalls } from '../rpc/calls.ts';
import type { Request, Response } from '../rpc/messages.ts';
import { type Watcher, watcherMethods } from '../watcher/methods.ts';
import { MAX_PROFILE_MS } from './limits.ts';

/** Time without a request after which the thread ends. It exceeds the longest profile, which the thread holds. */
const IDLE_TIMEOUT_MS = MAX_PROFILE_MS + 60_000;

/** The watcher of the service's process. Its thread starts with the first request. */
export class ServiceWatcher {
	readonly methods: Watcher = callerOf(watcherMethods, (method, args) => this.#call(method, args));
	readonly #entry: string | URL;
	#worker: Worker | null = null;
	#calls = new PendingCalls([]);
	#idle: NodeJS.Timeout | undefined;

	/** `entry` is the program of the thread. */
	constructor(entry: string | URL) {
		this.#entry = entry;
	}

	async close(): Promise<void> {
		clearTimeout(this.#idle);
		await this.#worker?.terminate();
	}

	#call(method: string, args: readonly unknown[]): Promise<unknown> {
		const worker = this.#worker ?? this.#start();
		clearTimeout(this.#idle);
		this.#idle = setTimeout(() => void worker.terminate(), IDLE_TIMEOUT_MS).unref();
		return this.#calls.open((id) => {
			const request: Request = { id, method, args };
			worker.postMessage(request);
		});
	}

	#start(): Worker {
		const calls = new PendingCalls([]);
		const worker = new Worker(this.#entry, { name: 'watcher' });
		worker.unref();
		worker.on('message', (response: Response) => calls.settle(response));
		let reason = 'the watcher has ended';
		worker.on('error', (error: Error) => {
			reason = `the watcher failed: ${error.message}`;
		});
		worker.on('exit', () => {
			if (this.#worker === worker) this.#worker = null;
			calls.rejectAll(new Error(reason));
		});
		this.#worker = worker;
		this.#calls = calls;
		return worker;
	}
}
