import { endpoints } from '../../protocol/endpoints/table.ts';
import { NotFoundError, RefusedError, reasonOf, UnauthorizedError } from '../errors.ts';
import { Http } from '../http.ts';

/**
 * Asks whether a service answers at `url`, for at most `timeout` milliseconds. Undefined when one does, with whatever
 * status an endpoint has (releases differ in who may read the state, and which have it); else why not, in words.
 * The API key is not sent: something else may live at a port that a file names.
 */
export async function probe(url: string, timeout: number): Promise<string | undefined> {
	const http = new Http({ url });
	const limit = AbortSignal.timeout(timeout);
	try {
		await http.read({
			method: endpoints.getState.method,
			path: endpoints.getState.path,
			accept: 'application/json',
			timeout,
			signal: limit,
		});
		return undefined;
	} catch (error) {
		const answered =
			error instanceof UnauthorizedError || error instanceof NotFoundError || error instanceof RefusedError;
		if (answered) return undefined;
		return limit.aborted ? `no answer from ${url} within ${timeout / 1000} s` : reasonOf(error);
	} finally {
		await http.close();
	}
}
