/** Characters of a message; what is longer is in `detail`. */
const longestMessage = 1_000;

/**
 * What can go wrong between us and a service. Every message says what failed and why, in one line and in the words of
 * the service where it has any, and `hint` what to do next. Messages may quote the service: sanitise them before they
 * reach a terminal.
 */
export abstract class ClientError extends Error {
	abstract readonly kind:
		| 'address'
		| 'unreachable'
		| 'timeout'
		| 'unauthorized'
		| 'not-found'
		| 'absent'
		| 'refused'
		| 'declined'
		| 'ignored'
		| 'malformed';
	/** What the user can do next, one sentence. */
	abstract readonly hint: string;
	/** The message as it came: it may be a traceback of many lines. */
	readonly detail: string;

	constructor(message: string, options?: ErrorOptions) {
		super(inOneLine(message), options);
		this.detail = message;
	}
}

/** What was given as the service's address is none. The text itself is not repeated: it may hold a key. */
export class AddressError extends ClientError {
	readonly kind = 'address';
	readonly hint = 'Give it as http://HOST:PORT, or HOST:PORT, followed by /api for services of 8.x.';
	constructor(source: string, problem: string) {
		super(`The address in ${source} ${problem}.`);
	}
}

/** Nothing answers at the address. */
export class UnreachableError extends ClientError {
	readonly kind = 'unreachable';
	readonly hint = 'Check that the service runs and that the address is right.';
	constructor(url: string, cause: unknown) {
		const reason = reasonOf(cause);
		// Node's words for it name the address, which has been named.
		const inWords = /\bECONNREFUSED\b/.test(reason) ? 'connection refused' : reason;
		super(`Cannot reach the service at ${url}: ${inWords}.`, { cause });
	}
}

/** The service took longer than the call allows. */
export class TimeoutError extends ClientError {
	readonly kind = 'timeout';
	readonly hint = 'The service is slow or the line is; try again.';
	constructor(what: string, milliseconds: number, problem = 'no answer') {
		super(`${what}: ${problem} within ${milliseconds / 1000} s.`);
	}
}

/** 401: the key is missing or wrong; or it is one that no request can carry. */
export class UnauthorizedError extends ClientError {
	readonly kind = 'unauthorized';
	readonly hint = 'Give the API key of the service with --api-key-file or SEEDTOP_API_KEY.';
	constructor(url: string, problem = 'refuses the API key') {
		super(`The service at ${url} ${problem}.`);
	}
}

/** 404: the service does not have the thing. */
export class NotFoundError extends ClientError {
	readonly kind = 'not-found';
	readonly hint = 'It may have been removed, or this service does not offer it.';
	/** Does the answer say that it is the path that nobody knows, and not what the path names? */
	readonly unknownPath: boolean;
	constructor(what: string, message: string, unknownPath = false) {
		super(message || `${what}: not found`);
		this.unknownPath = unknownPath;
	}
}

/** The service does not have the endpoint. Once that is known it is not asked for again. */
export class AbsentError extends ClientError {
	readonly kind = 'absent';
	readonly hint = 'Other releases have it.';
	constructor(url: string, endpoint: string) {
		super(`The service at ${url} does not offer ${endpoint}.`);
	}
}

/** Any other status that is an error: the service understood, and refused or failed. */
export class RefusedError extends ClientError {
	readonly kind = 'refused';
	readonly hint: string;
	readonly status: number;
	readonly code: string;
	/** Did the service know what it refused? Otherwise something in it failed. */
	readonly handled: boolean;
	constructor(what: string, status: number, code: string, message: string, handled: boolean) {
		super(message || `${what}: the service answered ${status}`);
		this.status = status;
		this.code = code;
		this.handled = handled;
		// A refusal gives its reason, and often the next step.
		this.hint = handled ? '' : 'This is a fault of the service; see its log.';
	}
}

/** The source that the user named cannot be added to this service. */
export class SourceError extends ClientError {
	readonly kind = 'refused';
	readonly hint: string;
	constructor(message: string, hint: string, cause: unknown) {
		super(message, { cause });
		this.hint = hint;
	}
}

/** The service accepted a change and did not make it. */
export class IgnoredError extends ClientError {
	readonly kind = 'ignored';
	readonly hint = 'This release may not support it. Set it in the settings of the service.';
	constructor(url: string, what: string) {
		super(`${what} not changed: the service at ${url} accepted the request but did not apply it.`);
	}
}

/** The service answered in proper form that it did not do what it was asked for, and not why. */
export class DeclinedError extends ClientError {
	readonly kind = 'declined';
	readonly hint = 'Its log may say why.';
	constructor() {
		super('The service answers that it did not do it.');
	}
}

/** The answer is not what the interface says: no JSON, a redirect, a web page, without measure. */
export class MalformedError extends ClientError {
	readonly kind = 'malformed';
	readonly hint = 'Check the base path: services of 8.x answer below /api.';
	constructor(what: string, problem: string, cause?: unknown) {
		super(`${what}: ${problem}`, { cause });
	}
}

/** The reason in words, from whatever was thrown. */
export function reasonOf(cause: unknown): string {
	if (!(cause instanceof Error)) return String(cause);
	// Connecting to a name with several addresses fails with one error for each.
	if (cause instanceof AggregateError && cause.errors[0] instanceof Error) return reasonOf(cause.errors[0]);
	return (cause.message || cause.name).replace(/\.$/, '');
}

/** One line of bounded length: of a traceback the last, which names the exception. */
function inOneLine(text: string): string {
	const lines = text.slice(-longestMessage * 8).split(/[\r\n\v\f\u0085\u2028\u2029]+/);
	const traced = /^\s*Traceback \(/.test(text) ? lines.findLast((line) => line.trim() !== '') : undefined;
	const whole = traced ?? text;
	const beginning = whole.slice(0, longestMessage * 8);
	const line = beginning.replace(/\s+/g, ' ').trim();
	if (line.length <= longestMessage && beginning.length === whole.length) return line;
	return `${line.slice(0, longestMessage - 1)}…`;
}
