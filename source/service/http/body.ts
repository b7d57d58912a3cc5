import { parseExact } from '../../protocol/exact-json.ts';
import { Fault } from '../fault.ts';

/**
 * Bodies of both generations: JSON, or a form. What counts is how the body looks, since clients in the field
 * send forms labelled as JSON and the reverse.
 */
export function parseBody(text: string, contentType: string): unknown {
	const trimmed = text.trim();
	if (trimmed === '') return {};
	const looksLikeJson = trimmed.startsWith('{') || trimmed.startsWith('[');
	if (looksLikeJson) return parseJson(trimmed);
	if (/^[\w.[\]%-]+=/.test(trimmed)) return parseForm(trimmed);
	if (contentType.includes('json')) return parseJson(trimmed);
	throw new Fault(400, 'InvalidBodyError', 'The body is neither JSON nor a form of name=value pairs.');
}

function parseJson(text: string): unknown {
	let value: unknown;
	try {
		value = parseExact(text);
	} catch (error) {
		const why = error instanceof Error ? error.message : String(error);
		throw new Fault(400, 'InvalidBodyError', `The body is not valid JSON: ${why}`, error);
	}
	if (typeof value !== 'object' || value === null) {
		throw new Fault(400, 'InvalidBodyError', 'The body must be a JSON object or list.');
	}
	return value;
}

function parseForm(text: string): Record<string, unknown> {
	return listsOf(new URLSearchParams(text));
}

/** Parameters as an object: repeated names and names with brackets become lists. */
export function listsOf(parameters: URLSearchParams): Record<string, unknown> {
	const fields: Record<string, unknown> = {};
	for (const name of new Set(parameters.keys())) {
		const values = parameters.getAll(name);
		fields[name] = values.length > 1 || name.endsWith('[]') ? values : values[0];
	}
	return fields;
}
