import type { RemoteError, Request, Response } from './messages.ts';
import type { Methods, MethodsOf } from './methods.ts';

/** Performs requests by the implementations of their methods. */
export class Dispatcher {
	readonly #targets = new Map<string, () => object>();

	/** `target` returns the implementation. If it throws, every request for these methods fails with that error. */
	add<D extends Methods>(methods: D, target: () => MethodsOf<D>): this {
		for (const name of Object.keys(methods)) this.#targets.set(name, target);
		return this;
	}

	/**
	 * Calls the method before it returns, so that requests begin in the order of their arrival. Sends one response;
	 * a result that `send` throws for is replaced by that error.
	 */
	async handle({ id, method, args }: Request, send: (response: Response) => void): Promise<void> {
		try {
			send({ id, result: await this.#perform(method, args) });
		} catch (error) {
			send({ id, error: remoteError(error) });
		}
	}

	async #perform(method: string, args: readonly unknown[]): Promise<unknown> {
		const target = this.#targets.get(method)?.();
		const implementation: unknown = target && Reflect.get(target, method);
		if (!target || typeof implementation !== 'function') throw new Error(`there is no method ${method}`);
		return Reflect.apply(implementation, target, args);
	}
}

function remoteError(error: unknown): RemoteError {
	return error instanceof Error
		? { name: error.constructor.name, message: error.message }
		: { name: 'Error', message: String(error) };
}
