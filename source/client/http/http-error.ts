import { readError, type WireError } from '../../protocol/errors.ts';
import {
	type ClientError,
	MalformedError,
	NotFoundError,
	RefusedError,
	UnauthorizedError,
} from '../errors.ts';

/** The error that an answer with a status other than success stands for. `text` is the beginning of its body. */
export function refusal(url: string, what: string, status: number, text: string): ClientError {
	const body = parseBody(text);
	const error = readError(body);
	const message = error?.message ?? '';
	// Our own service limits how many wrong keys an address may send; the right one is always accepted.
	if (status === 401 || error?.code === 'TooManyFailedKeysError') return new UnauthorizedError(url);
	if (status === 404) return new NotFoundError(what, message, isUnknownPath(body));
	if (status >= 300 && status < 400) {
		return new MalformedError(what, `the service redirects (${status}) instead of answering`);
	}
	return new RefusedError(what, status, error?.code ?? '', message, error?.handled ?? status < 500);
}

/** Returns the JSON of an answer, or undefined where it is something else. */
export function parseBody(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Whether the body of a 404 says that the path is unknown, and not the thing that it names. */
export function isUnknownPath(body: unknown): boolean {
	// Generation A answers unknown paths with a page of HTML.
	return body === undefined || namesPath(readError(body));
}

/** How 7.5 and later, and our own service, say that they know no such path; of other things they speak otherwise. */
function namesPath(error: WireError | undefined): boolean {
	if (error === undefined) return false;
	if (error.code === 'NotFoundError') return /^There is no [A-Z]+ ".*" here\.$/s.test(error.message);
	return error.code === '' && error.message.startsWith('Could not find /');
}
