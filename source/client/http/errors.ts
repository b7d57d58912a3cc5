/** Maximum length of a message. The complete text is in `detail`. */
const MAX_MESSAGE_CHARACTERS = 1_000;

/**
 * Base class of failures between client and service. Every message is one line with what failed and why. It quotes
 * the service's reason if there is one. `hint` is the next step. Messages may quote the service: sanitize them
 * before they reach a terminal.
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
	/** Next step for the user, one sentence. */
	abstract readonly hint: string;
	/** The complete message, which may be a traceback of many lines. */
	readonly detail: string;

	constructor(message: string, options?: ErrorOptions) {
		super(inOneLine(message), options);
		this.detail = message;
	}
}

/** The service's address is invalid. The message does not repeat it, because it may contain a key. */
export class AddressError extends ClientError {
	readonly kind = 'address';
	readonly hint = 'Give it as http://HOST:PORT, or HOST:PORT, followed by /api for services of 8.x.';
	constructor(source: string, problem: string) {
		super(`The address in ${source} ${problem}.`);
	}
}

export const errorText = { unreachable: (url: string) => `Cannot reach the service at ${url}` } as const;

/** No connection to the address. */
export class UnreachableError extends ClientError {
	readonly kind = 'unreachable';
	readonly hint = 'Check that the service runs and that the address is right.';
	/** Whether the connection was lost after it was made. Then the request may have arrived. */
	readonly wasConnected: boolean;
	constructor(url: string, cause: unknown) {
		const reason = reasonOf(cause);
		// Node's message repeats the address.
		const shortReason = /\bECONNREFUSED\b/.test(reason) ? 'connection refused' : reason;
		super(`${errorText.unreachable(url)}: ${shortReason}.`, { cause });
		this.wasConnected = !connectCodes.has(codeOf(cause));
	}
}

/** Codes of failures before there is a connection. */
const connectCodes: ReadonlySet<string> = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'EADDRNOTAVAIL',
	'UND_ERR_CONNECT_TIMEOUT',
]);

/** Returns the code of an error of the system or of undici; '' if it has none. */
function codeOf(cause: unknown): string {
	if (!(cause instanceof Error)) return '';
	if (cause instanceof AggregateError && cause.errors.length > 0) return codeOf(cause.errors[0]);
	return 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
}

/** The service exceeded the timeout of the call. */
export class TimeoutError extends ClientError {
	readonly kind = 'timeout';
	readonly hint = 'The service or the connection is slow. Try again.';
	constructor(what: string, milliseconds: number, problem = 'no answer') {
		super(`${what}: ${problem} within ${milliseconds / 1000} s.`);
	}
}

/** 401: the key is missing, wrong, or cannot be sent in a header. */
export class UnauthorizedError extends ClientError {
	readonly kind = 'unauthorized';
	readonly hint = 'Give the API key of the service with --api-key-file or SEEDTOP_API_KEY.';
	constructor(url: string, problem = 'refuses the API key') {
		super(`The service at ${url} ${problem}.`);
	}
}

/** Next steps after a 404. */
export const notFoundHints = {
	item: 'It may have been removed.',
	unsure: 'It may have been removed, or this service does not offer it.',
} as const;

/** 404: the service does not have the named item. */
export class NotFoundError extends ClientError {
	readonly kind = 'not-found';
	readonly hint: string;
	/** Whether the path itself is unknown, not the item that it names. */
	readonly unknownPath: boolean;
	constructor(what: string, message: string, unknownPath = false) {
		super(message || `${what}: not found`);
		// A service that names the missing item offers the endpoint.
		this.hint = message !== '' && !unknownPath ? notFoundHints.item : notFoundHints.unsure;
		this.unknownPath = unknownPath;
	}
}

/** Next steps after an absent endpoint. */
export const absentHints = {
	release: 'Another release may offer it.',
	extension: "Only seedtop's own service offers it.",
} as const;

/** The service does not have the endpoint. It is not requested again. */
export class AbsentError extends ClientError {
	readonly kind = 'absent';
	readonly hint: string;
	/** `isExtension`: whether no service of another program has it. */
	constructor(url: string, endpoint: string, isExtension = false) {
		super(`The service at ${url} does not offer ${endpoint}.`);
		this.hint = isExtension ? absentHints.extension : absentHints.release;
	}
}

/** Any other error status: the service refused or failed. */
export class RefusedError extends ClientError {
	readonly kind = 'refused';
	readonly hint: string;
	readonly status: number;
	readonly code: string;
	/** Whether the service handled the error. Otherwise it failed internally. */
	readonly handled: boolean;
	constructor(what: string, status: number, code: string, message: string, handled: boolean) {
		super(message || `${what}: the service answered ${status}`);
		this.status = status;
		this.code = code;
		this.handled = handled;
		// A refusal contains its reason, and often the next step.
		this.hint = handled ? '' : 'The service failed internally. See its log.';
	}
}

/** The service cannot add the user's source. */
export class SourceError extends ClientError {
	readonly kind = 'refused';
	readonly hint: string;
	constructor(message: string, hint: string, cause: unknown) {
		super(message, { cause });
		this.hint = hint;
	}
}

/** The service accepted a change but did not apply it. */
export class IgnoredError extends ClientError {
	readonly kind = 'ignored';
	readonly hint = 'This release may not support it. Set it in the settings of the service.';
	constructor(url: string, what: string) {
		super(`${what} not changed: the service at ${url} accepted the request but did not apply it.`);
	}
}

/** A change of settings that the service did not apply, or not as it was sent. */
export class SettingsError extends ClientError {
	readonly kind = 'ignored';
	readonly hint: string;
	constructor(message: string, hint: string) {
		super(message);
		this.hint = hint;
	}
}

/** The service answered that it did not apply the request, without a reason. */
export class DeclinedError extends ClientError {
	readonly kind = 'declined';
	readonly hint = 'Its log may say why.';
	constructor() {
		super('The service reports that it did not apply the request.');
	}
}

/** The response does not match the interface: not JSON, a redirect, a web page, or too large. */
export class MalformedError extends ClientError {
	readonly kind = 'malformed';
	readonly hint = 'Check the base path: services of 8.x answer below /api.';
	constructor(what: string, problem: string, cause?: unknown) {
		super(`${what}: ${problem}`, { cause });
	}
}

/** Returns the reason as text from any thrown value. */
export function reasonOf(cause: unknown): string {
	if (!(cause instanceof Error)) return String(cause);
	// Connecting to a name with several addresses fails with one error for each.
	if (cause instanceof AggregateError && cause.errors[0] instanceof Error) return reasonOf(cause.errors[0]);
	return (cause.message || cause.name).replace(/\.$/, '');
}

/**
 * Shortens a message to one line of bounded length. A traceback is reduced to its last line, which names the
 * exception.
 */
function inOneLine(text: string): string {
	const lines = text.slice(-MAX_MESSAGE_CHARACTERS * 8).split(/[\r\n\v\f\u0085\u2028\u2029]+/);
	const traced = /^\s*Traceback \(/.test(text) ? lines.findLast((line) => line.trim() !== '') : undefined;
	const fullText = traced ?? text;
	const beginning = fullText.slice(0, MAX_MESSAGE_CHARACTERS * 8);
	const line = beginning.replace(/\s+/g, ' ').trim();
	if (line.length <= MAX_MESSAGE_CHARACTERS && beginning.length === fullText.length) return line;
	return `${line.slice(0, MAX_MESSAGE_CHARACTERS - 1)}…`;
}
