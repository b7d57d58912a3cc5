import { ClientError } from '../client/http/errors.ts';
import type { Failure } from '../state/connection/connection.ts';
import { LocalError } from './adding/local-error.ts';

/** Converts any error to a failure for the state. */
export function failureOf(error: unknown): Failure {
	if (error instanceof ClientError) return { kind: error.kind, message: error.message, hint: error.hint };
	if (error instanceof LocalError) return { kind: 'local', message: error.message, hint: error.hint };
	const message = error instanceof Error ? error.message : String(error);
	return { kind: 'fault', message, hint: 'This is a fault of seedtop; please report it.' };
}
