import type { Deviation } from '../../protocol/decode.ts';
import { readError } from '../../protocol/errors.ts';
import { parseExact, parseExactDecimals } from '../../protocol/exact-json.ts';
import { MalformedError, NotFoundError, RefusedError } from './errors.ts';

/** Throws a MalformedError if the response as a whole has the wrong type. Wrong fields are tolerated. */
export function refuseOther(what: string, deviations: readonly Deviation[]): void {
	const whole = deviations.find(({ path }) => path === '');
	if (whole) throw new MalformedError(what, `the answer ${whole.problem}`);
}

/**
 * Parses a JSON response, with exact fractions if `hasAmounts`. Throws a MalformedError if it is not JSON.
 */
export function parseAnswer(what: string, bytes: Uint8Array, hasAmounts = false): unknown {
	const text = new TextDecoder().decode(bytes);
	try {
		return hasAmounts ? parseExactDecimals(text) : parseExact(text);
	} catch (cause) {
		throw new MalformedError(what, 'the response is not JSON', cause);
	}
}

/**
 * Throws a RefusedError if a response with status 200 contains an error. Services in the field send such responses.
 */
export function refuseError(what: string, answer: unknown): void {
	const error = readError(answer);
	if (error) throw new RefusedError(what, 200, error.code, error.message, error.handled);
}

/** Whether a service responded, but not with what was requested. */
export function isRefusal(error: unknown): boolean {
	return error instanceof MalformedError || error instanceof RefusedError || error instanceof NotFoundError;
}
