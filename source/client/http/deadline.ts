import { TimeoutError } from '../errors.ts';

interface Times {
	/** Milliseconds until the headers must be here; 0 for no limit. */
	readonly timeout: number;
	/** Milliseconds that everything may take. */
	readonly deadline?: number | undefined;
	readonly signal?: AbortSignal | undefined;
}

/**
 * The time that one call has. The HTTP library's own limits begin anew with every byte: a service that drips, or
 * sends interim answers for ever, is held by this one.
 */
export class CallClock {
	/** Aborts when the time is over, or with the caller's own. */
	readonly signal: AbortSignal;
	/** What to throw when the time is over; undefined before. */
	expired: TimeoutError | undefined;
	readonly #abort = new AbortController();
	readonly #timers: NodeJS.Timeout[] = [];
	readonly #headers: NodeJS.Timeout | undefined;
	readonly #forget: () => void;

	constructor(what: string, { timeout, deadline, signal }: Times) {
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
		if (deadline !== undefined) after(deadline, 'the answer was not complete');

		// By hand, not by AbortSignal.any: that one stays with a signal that outlives its calls.
		const follow = () => this.#abort.abort(signal?.reason);
		this.#forget = () => signal?.removeEventListener('abort', follow);
		if (signal?.aborted) follow();
		else signal?.addEventListener('abort', follow, { once: true });
	}

	/** The headers are here. */
	answered(): void {
		clearTimeout(this.#headers);
	}

	/** The call is over. */
	stop(): void {
		for (const timer of this.#timers) clearTimeout(timer);
		this.#forget();
	}
}
