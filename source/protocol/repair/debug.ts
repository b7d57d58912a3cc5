import { type Fields, isFields } from '../../basics/fields.ts';
import type { UnsentRequest } from '../endpoint.ts';

/**
 * GET /debug/circuits/slots: a list of pairs in the interface, two lists of null or [number, circuit] in the field.
 */
export function repairSlots(answer: unknown): unknown {
	if (!isFields(answer) || !isFields(answer.slots)) return answer;
	const { random, competing } = answer.slots;
	const [randoms, competings] = [random, competing].map((list) => (Array.isArray(list) ? list : []));
	const length = Math.max(randoms?.length ?? 0, competings?.length ?? 0);
	const slots = Array.from({ length }, (_, index) => ({
		...usedSlot('random', randoms?.[index]),
		...usedSlot('competing', competings?.[index]),
	}));
	return { ...answer, slots: slots.filter((pair) => Object.keys(pair).length > 0) };
}

/** Returns the field of a used slot. A slot is null, a circuit's number, or [tokens, circuit's number or null]. */
function usedSlot(name: 'random' | 'competing', slot: unknown): Fields {
	const isUsed = Array.isArray(slot) ? typeof slot[1] === 'number' : typeof slot === 'number';
	return isUsed ? { [name]: Array.isArray(slot) ? slot[0] : slot } : {};
}

/** Default number of lines of a log. Services in the field use it too if they cannot parse the number. */
export const DEFAULT_LOG_LINES = 100;

/** GET /debug/log: services in the field fail if max_lines is missing. */
export function spellLog(request: UnsentRequest): UnsentRequest {
	return {
		...request,
		query: { ...request.query, max_lines: request.query?.max_lines ?? DEFAULT_LOG_LINES },
	};
}

/** Services in the field read a number of lines that is no number as the default. Invalid numbers are rejected by the schema. */
export function repairLogQuery(query: unknown): unknown {
	if (!isFields(query) || query.max_lines === undefined || !Number.isNaN(Number(query.max_lines)))
		return query;
	return { ...query, max_lines: DEFAULT_LOG_LINES };
}
