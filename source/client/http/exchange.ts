import type { Dispatcher } from 'undici';

/**
 * Takes a portion of a body. The bytes lie where the next portion will be read to: what is needed of them later is
 * copied before this returns. A promise asks to wait with the next portion.
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

/** Bytes that are kept for who reads slowly. */
const mostKept = 256 * 1024;

/**
 * One request and what comes back, as the HTTP library tells it. The body stays with the system until somebody wants
 * it: it is then handed over as it comes (`each`), or copied and kept until it is asked for (`next`).
 */
export class Exchange implements Dispatcher.DispatchHandler {
	/** The head of the answer; rejects when there is none. */
	readonly head: Promise<Head>;
	readonly #explain: (error: unknown) => unknown;
	#begin: (head: Head) => void = () => {};
	#refuse: (error: unknown) => void = () => {};
	#controller: Dispatcher.DispatchController | undefined;
	/** How it ended. */
	#end: { readonly error?: unknown } | undefined;
	#direct: Direct | undefined;
	#chunks: Buffer[] = [];
	#kept = 0;
	/** Who waits for the next portion. */
	#wake: () => void = () => {};

	/** `explain` makes one of our errors of what the connection throws. */
	constructor(explain: (error: unknown) => unknown) {
		this.#explain = explain;
		this.head = new Promise((resolve, reject) => {
			this.#begin = resolve;
			this.#refuse = reject;
		});
	}

	onRequestStart(controller: Dispatcher.DispatchController): void {
		this.#controller = controller;
		if (this.#end) controller.abort(new Error('called off'));
	}

	onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: Head['headers']): void {
		// Interim answers say nothing.
		if (status < 200) return;
		controller.pause();
		this.#begin({ status, headers });
	}

	onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
		// An empty portion comes when the library goes on after a pause; to pause there again would be one too many.
		if (this.#end || chunk.length === 0) return;
		if (this.#direct) {
			this.#hand(this.#direct, chunk);
			return;
		}
		this.#chunks.push(Buffer.from(chunk));
		this.#kept += chunk.length;
		if (this.#kept >= mostKept) controller.pause();
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

	/** The connection failed, or could not be made. */
	fail(error: unknown): void {
		if (!this.#end) this.#endWith(this.#explain(error));
	}

	/** Ends the connection, unless everything has come. Whoever waits is told `reason`. */
	abort(reason: unknown): void {
		if (this.#end) return;
		this.fail(reason);
		this.#controller?.abort(reason instanceof Error ? reason : new Error('called off'));
	}

	/** The next portion of the body, undefined behind the last. Throws what `explain` made of a failure. */
	async next(): Promise<Uint8Array | undefined> {
		for (;;) {
			// What the system has comes at once.
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

	/** Hands over the whole body as it comes. Throws the same as `next`, and what `take` throws or rejects with. */
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
		this.#refuse(error);
		this.#direct?.reject(error);
		this.#wake();
	}

	#over(end: { readonly error?: unknown }): undefined {
		if ('error' in end) throw end.error;
	}
}
