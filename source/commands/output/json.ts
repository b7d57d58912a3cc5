import { stringifyExact } from '../../protocol/exact-json.ts';

/**
 * Characters that JSON allows in texts, but terminals interpret (C1 controls, DEL), and those that change direction
 * or lines. They occur only in texts, so escaping them everywhere preserves the document.
 */
const terminalControls = /[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** Serializes JSON with exact integers and without control characters. */
export function safeJson(value: unknown, indent?: string): string {
	return stringifyExact(value, indent).replace(
		terminalControls,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}
