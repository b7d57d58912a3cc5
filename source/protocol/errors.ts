import Type from 'typebox';

/** The body of an error (interface, part 7). */
export const ErrorBody = Type.Object({
	error: Type.Object({
		/** true: caused by the request; false: an exception nobody expected. */
		handled: Type.Boolean(),
		/** The name of the exception. */
		code: Type.String(),
		message: Type.String(),
	}),
});
export type ErrorBody = Type.Static<typeof ErrorBody>;

/** What can be learnt from the body of an answer that is an error. */
export interface WireError {
	readonly handled: boolean;
	/** Empty where the service sends none. */
	readonly code: string;
	/** May be empty, hostile, or a traceback of many lines. */
	readonly message: string;
}

/**
 * Reads the error of an answer, or undefined when it has none. In the field `error` is an object, with or
 * without code, or a bare string; it can also stand inside a 200.
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
