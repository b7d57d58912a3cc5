import { codeOf } from '../../../../../basics/error.ts';
import { ResponseTimeoutError } from '../../../../http-client/fetch-body.ts';

/** % is replaced by the server. */
const CAUSES: Readonly<Record<string, string>> = {
	ECONNREFUSED: '% refuses the connection',
	ECONNRESET: '% closed the connection',
	EHOSTUNREACH: "%'s host cannot be reached",
	ENETUNREACH: "%'s network cannot be reached",
	ENOTFOUND: "%'s host name is not known",
	EAI_AGAIN: "%'s host name cannot be looked up now",
	ETIMEDOUT: '% did not answer in time',
};

/** Returns why a request failed. Keeps the server's own message. */
export function announceFailure(error: unknown, server = 'the tracker'): string {
	const innermost = causeOf(error);
	const known = CAUSES[codeOf(innermost) ?? codeOf(error) ?? ''];
	if (known !== undefined) return known.replace('%', server);
	if (error instanceof ResponseTimeoutError) return `${server} did not answer in time`;
	return innermost instanceof Error ? innermost.message : String(innermost);
}

/** Returns the innermost cause. HTTP failures have their reason in it, possibly as one failure per address. */
function causeOf(error: unknown): unknown {
	if (!(error instanceof Error) || error.cause === undefined) return error;
	const cause = error.cause;
	return cause instanceof AggregateError && cause.errors.length > 0 ? cause.errors[0] : cause;
}
