import type { ClientError } from '../../client/http/errors.ts';
import { isOutOfFiles, openFilesText } from '../../concurrency/open-files.ts';
import { oneLine } from '../../format/one-line.ts';
import { sanitize } from '../../format/sanitize.ts';

/** Exit codes of every command. */
export const exitCodes = {
	done: 0,
	failed: 1,
	usage: 2,
	unreachable: 3,
	unauthorized: 4,
	notFound: 5,
} as const;

/** The meaning of each exit code, for help and documentation. */
export const exitMeanings: readonly (readonly [code: number, meaning: string])[] = [
	[exitCodes.done, 'done'],
	[exitCodes.failed, 'failed, or the service refused'],
	[exitCodes.usage, 'invalid command line, or a name matches several downloads'],
	[exitCodes.unreachable, 'no service found, or it does not answer'],
	[exitCodes.unauthorized, 'the service refuses the API key'],
	[exitCodes.notFound, 'not found, or the service does not support it'],
];

const codes: Readonly<Record<ClientError['kind'], number>> = {
	address: exitCodes.usage,
	unreachable: exitCodes.unreachable,
	timeout: exitCodes.unreachable,
	unauthorized: exitCodes.unauthorized,
	'not-found': exitCodes.notFound,
	absent: exitCodes.notFound,
	refused: exitCodes.failed,
	declined: exitCodes.failed,
	ignored: exitCodes.notFound,
	malformed: exitCodes.failed,
};

/** Maximum length of a failure's line, and of each line of its details. */
const MAX_LINE_CHARACTERS = 900;

/** A failed command, with the message for the user. */
export class CommandFailure extends Error {
	readonly exitCode: number;
	/** Lines below the message: the candidates of an ambiguous name. */
	readonly details: readonly string[];
	constructor(message: string, exitCode: number = exitCodes.failed, details: readonly string[] = []) {
		super(message);
		this.exitCode = exitCode;
		this.details = details;
	}
}

/** Returns the failure of an invalid command line. */
export function usage(message: string, details: readonly string[] = []): CommandFailure {
	return new CommandFailure(message, exitCodes.usage, details);
}

/** Prints a failure as one line on standard error. Adds the stack if SEEDTOP_DEBUG is set. Returns the exit code. */
export function reportFailure(error: unknown): number {
	process.stderr.write(`seedtop: ${describeFailure(error)}\n`);
	if (error instanceof CommandFailure) {
		for (const line of error.details)
			process.stderr.write(`  ${sanitize(line.trimEnd(), MAX_LINE_CHARACTERS)}\n`);
	}
	if (process.env.SEEDTOP_DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`);
	return exitCodeOf(error);
}

/** Returns the failure and the next step in one line, sanitized for a terminal. */
export function describeFailure(error: unknown): string {
	const message = error instanceof Error ? error.message : String(error);
	const hint = isOutOfFiles(error) ? openFilesText.nextStep : hintOf(error);
	const line = oneLine(message, MAX_LINE_CHARACTERS);
	if (hint === '') return line;
	return oneLine(`${/[.!?…]$/.test(line) ? line : `${line}.`} ${hint}`, MAX_LINE_CHARACTERS);
}

function hintOf(error: unknown): string {
	return error instanceof Error && 'hint' in error && typeof error.hint === 'string' ? error.hint : '';
}

export function exitCodeOf(error: unknown): number {
	if (error instanceof CommandFailure) return error.exitCode;
	return codes[kindOf(error)] ?? exitCodes.failed;
}

/** Whether the failure applies to all further requests. A timeout does not. */
export function appliesToAll(error: unknown): boolean {
	return ['unreachable', 'unauthorized'].includes(kindOf(error));
}

/** Returns the kind of a client error. Importing the classes would load the whole HTTP client. */
function kindOf(error: unknown): ClientError['kind'] {
	if (!(error instanceof Error) || !('kind' in error)) return 'refused';
	const kind = String(error.kind);
	return isKind(kind) ? kind : 'refused';
}

function isKind(kind: string): kind is ClientError['kind'] {
	return Object.hasOwn(codes, kind);
}

/** Whether the service does not have the endpoint. */
export function isAbsent(error: unknown): boolean {
	return kindOf(error) === 'absent';
}

/** Whether the service answered that it did not apply the request. */
export function isDeclined(error: unknown): boolean {
	return kindOf(error) === 'declined';
}

/** Whether the item or the endpoint does not exist. */
export function isNotFound(error: unknown): boolean {
	return kindOf(error) === 'not-found' || isAbsent(error);
}
