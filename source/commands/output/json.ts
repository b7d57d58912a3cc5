import { stringifyExact } from '../../protocol/exact-json.ts';

/**
 * Characters of JSON that a terminal interprets or does not show: control, format, private and unassigned characters,
 * invisible and direction characters, line separators. Line feeds are the format of the document. A pile of more marks
 * than `sanitize` keeps covers other lines.
 */
const unseen =
	/(?!\n)\p{C}|[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}]|[\p{Mn}\p{Me}]{5,}/gu;

/**
 * Escapes the characters of a JSON document that its reader would not see, or that change a terminal. They occur in
 * texts only, so the document keeps its value.
 */
export function escapeUnseen(json: string): string {
	return json.replace(unseen, (characters) => {
		const units = Array.from({ length: characters.length }, (_, at) => characters.charCodeAt(at));
		return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
	});
}

/** Serializes JSON with exact integers, and escapes everything that a terminal interprets or does not show. */
export function safeJson(value: unknown, indent?: string): string {
	return escapeUnseen(stringifyExact(value, indent));
}
