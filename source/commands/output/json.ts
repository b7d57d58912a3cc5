import { escapeUnseen } from '../../format/escape-unseen.ts';
import { stringifyExact } from '../../protocol/exact-json.ts';

/** Serializes JSON with exact integers, and escapes everything that a terminal interprets or does not show. */
export function safeJson(value: unknown, indent?: string): string {
	return escapeUnseen(stringifyExact(value, indent));
}
