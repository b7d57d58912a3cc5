import type { Asked } from '../endpoint.ts';
import { isFields } from './fields.ts';

/** GET /debug/circuits/slots: a list of pairs in the interface, two lists (null or [number, circuit]) in the field. */
export function repairSlots(answer: unknown): unknown {
	if (!isFields(answer) || !isFields(answer.slots)) return answer;
	const { random, competing } = answer.slots;
	const [randoms, competings] = [random, competing].map((list) => (Array.isArray(list) ? list : []));
	const length = Math.max(randoms?.length ?? 0, competings?.length ?? 0);
	const slots = Array.from({ length }, (_, index) => ({
		random: slotNumber(randoms?.[index]),
		competing: slotNumber(competings?.[index]),
	}));
	return { ...answer, slots };
}

/** What a slot holds: nothing, a circuit's number, or [tokens, circuit's number]. */
function slotNumber(slot: unknown): unknown {
	return (Array.isArray(slot) ? slot[0] : slot) ?? 0;
}

/** Lines of a log when the request does not say; what services in the field make of a number they cannot read. */
const usualLines = 100;

/** GET /debug/log: services in the field fail when a request does not say how many lines. */
export function spellLog(request: Asked): Asked {
	return { ...request, query: { ...request.query, max_lines: request.query?.max_lines ?? usualLines } };
}
