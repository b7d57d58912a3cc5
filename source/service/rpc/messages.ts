import { isFields } from '../../basics/fields.ts';

/** A call of a method. */
export interface Request {
	readonly id: number;
	readonly method: string;
	readonly args: readonly unknown[];
}

/** The end of the call with the same id. */
export type Response =
	| { readonly id: number; readonly result?: unknown }
	| { readonly id: number; readonly error: RemoteError };

export interface RemoteError {
	/** Name of the error's class. */
	readonly name: string;
	readonly message: string;
}

/** Both processes run the same version. Only messages of debuggers and loaders differ. */
export function isRequest(message: unknown): message is Request {
	return (
		isFields(message) &&
		typeof message.id === 'number' &&
		typeof message.method === 'string' &&
		Array.isArray(message.args)
	);
}

/** JSON drops a result that is undefined, so it is not required. */
export function isResponse(message: unknown): message is Response {
	return isFields(message) && typeof message.id === 'number';
}
