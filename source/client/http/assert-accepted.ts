import { DeclinedError } from './errors.ts';

/**
 * Throws a DeclinedError if the response body reports that the request was not applied. The field is `modified`
 * for PATCH, `removed` for DELETE /downloads/{infohash}, and `success` for the profiler.
 */
export async function assertAccepted<Answer>(call: Promise<Answer>): Promise<Answer> {
	const answer = await call;
	if (['modified', 'removed', 'success'].some((field) => isFalse(answer, field))) throw new DeclinedError();
	return answer;
}

function isFalse(answer: unknown, field: string): boolean {
	return typeof answer === 'object' && answer !== null && Reflect.get(answer, field) === false;
}
