import { method } from '../../../source/service/rpc/methods.ts';

/** Methods of the engine in `scripted-engine.ts`. */
export const scriptedMethods = {
	echo: method<(value: unknown) => unknown>(),
	bytes: method<(length: number) => Uint8Array>(),
	sum: method<(...numbers: number[]) => number>(),
	fail: method<(how: 'gone' | 'type' | 'own' | 'text') => void>(),
	/** Returns a function, which cannot be cloned. */
	uncloneable: method<() => unknown>(),
	/** Responds after all other requests of the same moment. */
	slow: method<() => string>(),
	/** Ends the process without a response. */
	exit: method<() => void>(),
	/** The process does not implement this method. */
	missing: method<() => void>(),
};
