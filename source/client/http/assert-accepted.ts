import { DeclinedError } from '../errors.ts';

/**
 * An answer that says in its body whether what was asked for was done (`modified` of PATCH, `removed` of DELETE
 * /downloads/{infohash}). One that says no is an error as a refusal is: DeclinedError.
 */
export async function agreed<Answer>(asked: Promise<Answer>): Promise<Answer> {
	const answer = await asked;
	if (isFalse(answer, 'modified') || isFalse(answer, 'removed')) throw new DeclinedError();
	return answer;
}

function isFalse(answer: unknown, field: string): boolean {
	return typeof answer === 'object' && answer !== null && Reflect.get(answer, field) === false;
}
