import type { RemoteError, Response } from './messages.ts';
import type { Methods, MethodsOf } from './methods.ts';

/** Returns an object with the described methods; each passes its name and its arguments to `call`. */
export function callerOf<D extends Methods>(
	methods: D,
	call: (method: string, args: readonly unknown[]) => Promise<unknown>,
): MethodsOf<D> {
	const callers = Object.fromEntries(
		Object.keys(methods).map((name) => [name, (...args: unknown[]) => call(name, args)]),
	);
	// The loop above makes exactly the methods that the mapped type names.
	return callers as unknown as MethodsOf<D>;
}

/** A class of errors that keeps its identity between processes. */
type ErrorClass = new (message: string) => Error;

interface Pending {
	readonly resolve: (result: unknown) => void;
	readonly reject: (error: unknown) => void;
}

/** Calls of one process that have no response yet. */
export class PendingCalls {
	readonly #errors: readonly ErrorClass[];
	readonly #pending = new Map<number, Pending>();
	#lastId = 0;

	/** Errors of the classes in `errors` are rebuilt as instances of their class, others as an Error of their name. */
	constructor(errors: readonly ErrorClass[]) {
		this.#errors = errors;
	}

	/** Sends a request by `send`. Resolves or rejects with its response, or rejects as `fail` is called. */
	open(send: (id: number, fail: (error: unknown) => void) => void): Promise<unknown> {
		const id = ++this.#lastId;
		return new Promise((resolve, reject) => {
			this.#pending.set(id, { resolve, reject });
			const fail = (error: unknown) => this.#remove(id)?.reject(error);
			try {
				send(id, fail);
			} catch (error) {
				fail(error); // The arguments cannot be cloned.
			}
		});
	}

	settle(response: Response): void {
		const pending = this.#remove(response.id);
		if ('error' in response) pending?.reject(this.#rebuild(response.error));
		else pending?.resolve(response.result);
	}

	rejectAll(error: Error): void {
		for (const { reject } of this.#pending.values()) reject(error);
		this.#pending.clear();
	}

	#remove(id: number): Pending | undefined {
		const pending = this.#pending.get(id);
		this.#pending.delete(id);
		return pending;
	}

	#rebuild({ name, message }: RemoteError): Error {
		const Known = this.#errors.find((known) => known.name === name);
		return Known ? new Known(message) : Object.assign(new Error(message), { name });
	}
}
