import { codeOf } from './disk-error.ts';

const CAUSES: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'the tracker refuses the connection',
	ECONNRESET: 'the tracker closed the connection',
	EHOSTUNREACH: "the tracker's host cannot be reached",
	ENETUNREACH: "the tracker's network cannot be reached",
	ENOTFOUND: "the tracker's host name is not known",
	EAI_AGAIN: "the tracker's host name cannot be looked up now",
	ETIMEDOUT: 'the tracker did not answer in time',
	UND_ERR_CONNECT_TIMEOUT: 'the tracker did not answer in time',
	UND_ERR_SOCKET: 'the tracker closed the connection',
};

/** Why an announce failed, in words. A tracker's own words are kept. */
export function announceFailure(error: unknown): string {
	const innermost = causeOf(error);
	const known = CAUSES[codeOf(innermost) ?? codeOf(error) ?? ''];
	if (known !== undefined) return known;
	if (error instanceof Error && error.name === 'AbortError') return 'the tracker did not answer in time';
	return innermost instanceof Error ? innermost.message : String(innermost);
}

/** HTTP failures say what happened only in their cause, and that may bundle one failure for each address. */
function causeOf(error: unknown): unknown {
	if (!(error instanceof Error) || error.cause === undefined) return error;
	const cause = error.cause;
	return cause instanceof AggregateError && cause.errors.length > 0 ? cause.errors[0] : cause;
}
