import type { Dispatcher } from 'undici';

/**
 * Processes a chunk of a body. The next chunk overwrites its bytes, so copy what is kept before returning. A
 * returned promise delays the next chunk.
 */
export type TakeChunk = (chunk: Uint8Array) => Promise<void> | undefined;

export interface Head {
	readonly status: number;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

interface Direct {
	readonly take: TakeChunk;
	readonly resolve: () => void;
	readonly reject: (error: unknown) => void;
}

/** Maximum number of bytes buffered for a slow reader. */
const MAX_BUFFERED_BYTES = 256 * 1024;

/**
 * One request and its response, as a handler of the HTTP library. The body is read on demand: passed on as it
 * arrives (`each`), or copied and buffered (`next`).
 */
export class Exchange implements Dispatcher.DispatchHandler {
	/** The head of the response. Rejects if there is none. */
	readonly head: Promise<Head>;
	/** Resolves when the request is sent, or has failed. */
	readonly left: Promise<void>;
	#leave: () => void = () => {};
	readonly #explain: (error: unknown) => unknown;
	#begin: (head: Head) => void = () => {};
	#refuse: (error: unknown) => void = () => {};
	#controller: Dispatcher.DispatchController | undefined;
	/** The end of the response, with its error if it failed. */
	#end: { readonly error?: unknown } | undefined;
	#direct: Direct | undefined;
	#chunks: Buffer[] = [];
	#kept = 0;
	/** Wakes the caller that waits for the next chunk. */
	#wake: () => void = () => {};

	/** `explain` converts connection errors to client errors. */
	constructor(explain: (error: unknown) => unknown) {
		this.#explain = explain;
		this.left = new Promise((resolve) => {
			this.#leave = resolve;
		});
		this.head = new Promise((resolve, reject) => {
			this.#begin = resolve;
			this.#refuse = reject;
		});
	}

	onRequestStart(controller: Dispatcher.DispatchController): void {
		this.#controller = controller;
		this.#leave();
		if (this.#end) controller.abort(new Error('called off'));
	}

	onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: Head['headers']): void {
		// Ignore interim responses.
		if (status < 200) return;
		controller.pause();
		this.#begin({ status, headers });
	}

	onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
		// The library sends an empty chunk when it resumes. Pausing there would pause once too often.
		if (this.#end || chunk.length === 0) return;
		if (this.#direct) {
			this.#hand(this.#direct, chunk);
			return;
		}
		this.#chunks.push(Buffer.from(chunk));
		this.#kept += chunk.length;
		if (this.#kept >= MAX_BUFFERED_BYTES) controller.pause();
		this.#wake();
	}

	onResponseEnd(): void {
		this.#end ??= {};
		this.#direct?.resolve();
		this.#wake();
	}

	onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
		this.fail(error);
	}

	/** Handles a failed connection. */
	fail(error: unknown): void {
		if (!this.#end) this.#endWith(this.#explain(error));
	}

	/** Ends the connection unless the response is complete. Pending reads reject with `reason`. */
	abort(reason: unknown): void {
		if (this.#end) return;
		this.fail(reason);
		this.#controller?.abort(reason instanceof Error ? reason : new Error('called off'));
	}

	/** Returns the next chunk of the body, or undefined at its end. Throws the result of `explain` after a failure. */
	async next(): Promise<Uint8Array | undefined> {
		for (;;) {
			// Bytes that the system has already received arrive at once.
			if (this.#kept === 0) this.#resume();
			const chunk = this.#chunks.shift();
			this.#kept -= chunk?.length ?? 0;
			if (chunk) return chunk;
			if (this.#end) return this.#over(this.#end);
			await new Promise<void>((resolve) => {
				this.#wake = resolve;
			});
		}
	}

	/** Passes on the whole body as it arrives. Throws the same errors as `next`, and those of `take`. */
	async each(take: TakeChunk): Promise<void> {
		if (this.#end) return this.#over(this.#end);
		await new Promise<void>((resolve, reject) => {
			this.#direct = { take, resolve, reject };
			this.#resume();
		});
	}

	#hand({ take }: Direct, chunk: Buffer): void {
		const stop = (error: unknown) => {
			if (this.#end) return;
			this.#endWith(error);
			this.#controller?.abort(new Error('called off'));
		};
		try {
			const waiting = take(chunk);
			if (!waiting) return;
			this.#controller?.pause();
			waiting.then(() => this.#resume(), stop);
		} catch (error) {
			stop(error);
		}
	}

	#resume(): void {
		if (!this.#end && this.#controller?.paused) this.#controller.resume();
	}

	#endWith(error: unknown): void {
		this.#end = { error };
		this.#leave();
		this.#refuse(error);
		this.#direct?.reject(error);
		this.#wake();
	}

	#over(end: { readonly error?: unknown }): undefined {
		if ('error' in end) throw end.error;
	}
}
