import { type Fields, isFields } from '../../basics/fields.ts';
import type { UnsentRequest } from '../endpoint.ts';

/**
 * GET …/health has these shapes: {health: {tracker: {…}}} (7.11), {tracker: {…}} (the interface), {checking: true}
 * or {checking: "1"} alone.
 */
export function repairHealth(answer: unknown): unknown {
	if (!isFields(answer) || Array.isArray(answer.trackers) || 'checking' in answer) return answer;
	const { health, ...others } = answer;
	const byTracker = isFields(health) ? health : others;
	const trackers = Object.entries(byTracker).flatMap(([tracker, said]) =>
		isFields(said) ? [{ ...said, tracker }] : [],
	);
	return { checking: false, trackers };
}

/** Channel entries are a list in the interface, a single object on 7.14. */
export function repairEntries(answer: unknown): unknown {
	return isFields(answer) ? [answer] : answer;
}

/** Changes of entries: 7.x accepts title and tags for the fields that its responses call name and category. */
export function spellChanges(request: UnsentRequest): UnsentRequest {
	const { body } = request;
	if (Array.isArray(body)) return { ...request, body: body.map((item: unknown) => spellChange(item)) };
	return { ...request, body: spellChange(body) };
}

function spellChange(change: unknown): unknown {
	if (!isFields(change)) return change;
	const spelled: Record<string, unknown> = { ...change };
	for (const [name, other] of otherNames) {
		if (change[name] !== undefined && change[other] === undefined) spelled[other] = change[name];
	}
	return spelled;
}

/** Converts changes of entries on the service's side. Requests use either names. */
export function repairChanges(body: unknown): unknown {
	if (Array.isArray(body)) return body.map((item: unknown) => (isFields(item) ? repairChange(item) : item));
	return isFields(body) ? repairChange(body) : body;
}

function repairChange(change: Fields): Fields {
	const repaired: Record<string, unknown> = { ...change };
	for (const [name, other] of otherNames) {
		if (repaired[name] === undefined && change[other] !== undefined) repaired[name] = change[other];
		delete repaired[other];
	}
	return repaired;
}

const otherNames = [
	['name', 'title'],
	['category', 'tags'],
] as const;
