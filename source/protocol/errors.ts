import Type from 'typebox';

/** The body of an error (interface, part 7). */
export const ErrorBody = Type.Object({
	error: Type.Object({
		/** True: caused by the request. False: an unexpected exception. */
		handled: Type.Boolean(),
		/** The name of the exception. */
		code: Type.String(),
		message: Type.String(),
	}),
});
export type ErrorBody = Type.Static<typeof ErrorBody>;

/** The error in a response body. */
export interface WireError {
	readonly handled: boolean;
	/** Empty if the service sends none. */
	readonly code: string;
	/** May be empty, hostile, or a traceback of many lines. */
	readonly message: string;
}

/**
 * Reads the error of a response, or returns undefined if there is none. In the field, `error` is an object with or
 * without code, or a string. It can also be in a response with status 200.
 */
export function readError(body: unknown): WireError | undefined {
	if (typeof body !== 'object' || body === null || !('error' in body)) return undefined;
	const { error } = body;
	if (typeof error === 'string')
		return error === '' ? undefined : { handled: true, code: '', message: error };
	if (typeof error !== 'object' || error === null) return undefined;
	const fields: { handled?: unknown; code?: unknown; message?: unknown } = error;
	return {
		handled: fields.handled !== false,
		code: typeof fields.code === 'string' ? fields.code : '',
		message: typeof fields.message === 'string' ? fields.message : '',
	};
}
