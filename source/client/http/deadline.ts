import { TimeoutError } from './errors.ts';

interface DeadlineOptions {
	/** Timeout until the headers, ms. 0 for no limit. */
	readonly timeout: number;
	/** Timeout of the whole call, ms. */
	readonly deadline?: number | undefined;
	readonly signal?: AbortSignal | undefined;
}

/**
 * Timeouts of one call. The HTTP library restarts its timeouts with every byte. This one also ends slow drips and
 * endless interim responses.
 */
export class Deadline {
	/** Aborts on a timeout, or with the caller's signal. */
	readonly signal: AbortSignal;
	/** The error to throw after a timeout, undefined before. */
	expired: TimeoutError | undefined;
	readonly #abort = new AbortController();
	readonly #timers: NodeJS.Timeout[] = [];
	readonly #headers: NodeJS.Timeout | undefined;
	readonly #forget: () => void;

	constructor(what: string, { timeout, deadline, signal }: DeadlineOptions) {
		this.signal = this.#abort.signal;
		const after = (milliseconds: number, problem?: string) => {
			const timer = setTimeout(() => {
				this.expired = new TimeoutError(what, milliseconds, problem);
				this.#abort.abort(this.expired);
			}, milliseconds);
			timer.unref();
			this.#timers.push(timer);
			return timer;
		};
		this.#headers = timeout > 0 ? after(timeout) : undefined;
		if (deadline !== undefined) after(deadline, 'the response was not complete');

		// AbortSignal.any would leak: it stays registered at a signal that outlives its calls.
		const follow = () => this.#abort.abort(signal?.reason);
		this.#forget = () => signal?.removeEventListener('abort', follow);
		if (signal?.aborted) follow();
		else signal?.addEventListener('abort', follow, { once: true });
	}

	/** Stops the timeout of the headers after they arrived. */
	headersArrived(): void {
		clearTimeout(this.#headers);
	}

	/** Stops all timers at the end of the call. */
	stop(): void {
		for (const timer of this.#timers) clearTimeout(timer);
		this.#forget();
	}
}
