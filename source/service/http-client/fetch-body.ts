import { ACCEPTED_ENCODINGS, readDecodedBody } from './decoded-body.ts';
import { openResponse, type RequestOptions } from './open-response.ts';

interface FetchOptions extends RequestOptions {
	/** Maximum bytes of the body, encoded and decoded. A longer body rejects with `tooLong`. */
	readonly maxBytes: number;
	readonly tooLong: () => Error;
	/** Total time for lookup, connection, redirects and body. */
	readonly timeoutMs: number;
}

interface FetchedResponse {
	readonly status: number;
	readonly statusText: string;
	/** Decoded. Empty unless the status is 200. */
	readonly body: Uint8Array;
}

/** A request took more than its total time. */
export class ResponseTimeoutError extends Error {
	override readonly name = 'ResponseTimeoutError';
}

/**
 * Fetches the body of an untrusted URL, with limits on size and total time. Rejects with the connection's error,
 * the signal's reason, or the HTTP failure.
 */
export function fetchBody(url: URL, options: FetchOptions): Promise<FetchedResponse> {
	return withinTime(options.timeoutMs, options.signal, async (signal) => {
		const headers = { 'accept-encoding': ACCEPTED_ENCODINGS, ...options.headers };
		const answer = await openResponse(url, { ...options, headers, signal });
		try {
			const { status, message } = answer;
			const kept: Buffer[] = [];
			if (status === 200) {
				const { maxBytes, tooLong } = options;
				const limits = { maxSentBytes: maxBytes, maxDecodedBytes: maxBytes, tooLong };
				await readDecodedBody(message, limits, (part) => kept.push(part) > 0, signal);
			}
			return { status, statusText: message.statusMessage ?? '', body: Buffer.concat(kept) };
		} finally {
			answer.close();
		}
	});
}

/**
 * Runs a request with a total time. The signal for `run` also aborts when the time is over. Rejects with the reason of
 * `outer`, a ResponseTimeoutError, or the error of `run`.
 */
export async function withinTime<Result>(
	timeoutMs: number,
	outer: AbortSignal,
	run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
	const timeout = AbortSignal.timeout(timeoutMs);
	try {
		return await run(AbortSignal.any([outer, timeout]));
	} catch (error) {
		if (outer.aborted) throw outer.reason;
		if (timeout.aborted)
			throw new ResponseTimeoutError(`no complete response within ${timeoutMs / 1000} s`, { cause: error });
		throw error;
	}
}
