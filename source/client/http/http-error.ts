import { readError, type WireError } from '../../protocol/errors.ts';
import {
	type ClientError,
	MalformedError,
	NotFoundError,
	RefusedError,
	UnauthorizedError,
} from './errors.ts';

/** Returns the error for a response with an error status. `text` is the beginning of its body. */
export function refusal(url: string, what: string, status: number, text: string): ClientError {
	const body = parseBody(text);
	const error = readError(body);
	const message = error?.message ?? '';
	// Our own service limits wrong keys per address. The right key is always accepted.
	if (error?.code === 'TooManyFailedKeysError' || (status === 401 && !isOthersChannel(error)))
		return new UnauthorizedError(url);
	if (status === 404) return new NotFoundError(what, message, isUnknownPath(body));
	if (status >= 300 && status < 400) {
		return new MalformedError(what, `the service redirects (${status}) instead of answering`);
	}
	return new RefusedError(what, status, error?.code ?? '', message, error?.handled ?? status < 500);
}

/** Whether a 401 is about a channel of another user, not about the key. The second text is that of 7.0 to 7.3. */
function isOthersChannel(error: WireError | undefined): boolean {
	if (error?.code === 'ForeignChannelError') return true;
	return /not authorized to perform this request/i.test(error?.message ?? '');
}

/** Parses a JSON response. Returns undefined if it is not JSON. */
export function parseBody(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Whether the body of a 404 means that the path is unknown, not the item that it names. */
export function isUnknownPath(body: unknown): boolean {
	// Generation A answers unknown paths with an HTML page.
	return body === undefined || namesPath(readError(body));
}

/** Whether an error is the message of 7.5 and later, or of our own service, for an unknown path. */
function namesPath(error: WireError | undefined): boolean {
	if (error === undefined) return false;
	if (error.code === 'NotFoundError') return /^There is no [A-Z]+ ".*" here\.$/s.test(error.message);
	return error.code === '' && error.message.startsWith('Could not find /');
}
