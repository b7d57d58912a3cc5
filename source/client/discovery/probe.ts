import { endpoints } from '../../protocol/endpoints/table.ts';
import { readError } from '../../protocol/errors.ts';
import { reasonOf } from '../http/errors.ts';
import { Http, type InspectedResponse } from '../http/http.ts';
import { parseBody, refusal } from '../http/http-error.ts';
import type { Candidate } from './candidate.ts';

/** Reasons why a candidate is no service. */
export const probeProblems = {
	notService: (url: string) => `the program at ${url} is not a torrent service`,
	noAnswer: (url: string, timeout: number) => `no answer from ${url} within ${timeout / 1000} s`,
};

/**
 * Probes a candidate for at most `timeout` ms. Returns undefined if a service answers, with any status that an
 * endpoint has. Releases differ in which of them have the state and who may read it. Otherwise returns the reason.
 * Sends no API key, because another program may listen on a configured port.
 */
export async function probe(
	{ url, generation }: Candidate,
	timeout: number,
	signal?: AbortSignal,
): Promise<string | undefined> {
	const http = new Http({ url });
	const limit = AbortSignal.timeout(timeout);
	try {
		const answer = await http.inspect({
			method: endpoints.getState.method,
			path: endpoints.getState.path,
			accept: 'application/json',
			timeout,
			signal: signal ? AbortSignal.any([limit, signal]) : limit,
		});
		if (isOfService(answer, generation)) return undefined;
		const { status, what, text } = answer;
		if (status >= 300 && status < 400) return reasonOf(refusal(url, what, status, text));
		return probeProblems.notService(url);
	} catch (error) {
		return limit.aborted ? probeProblems.noAnswer(url, timeout) : reasonOf(error);
	} finally {
		await http.close();
	}
}

/** Whether a response to GET /state comes from a service: a state, or an error in the service's form. */
function isOfService({ status, text }: InspectedResponse, generation: 'A' | 'B'): boolean {
	// Generation A answers with an HTML page until it has started.
	if (generation === 'A' && status === 404) return true;
	const body = parseBody(text);
	if (status === 200) return hasState(body);
	return status >= 400 && readError(body) !== undefined;
}

function hasState(body: unknown): boolean {
	return typeof body === 'object' && body !== null && 'state' in body && typeof body.state === 'string';
}
