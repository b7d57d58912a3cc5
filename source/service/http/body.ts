import { parseExactDecimals } from '../../protocol/exact-json.ts';
import { clip, HttpError } from './http-error.ts';

/** Maximum number of names in a body; no endpoint has more than ten. Objects with many names are slow to build. */
const MAX_NAMES = 1_000;

/**
 * Parses bodies of both generations: JSON or a form. Decides by the content, because existing clients label forms
 * as JSON and the reverse.
 */
export function parseBody(text: string, contentType: string): unknown {
	if (contentType.includes('multipart/')) throw unsupported(`of the kind ${clip(contentType)}`);
	const trimmed = text.trim();
	if (trimmed === '') return {};
	const looksLikeJson = trimmed.startsWith('{') || trimmed.startsWith('[');
	if (looksLikeJson) return parseJson(trimmed);
	if (/^[\w.[\]%-]+=/.test(trimmed)) return parseForm(trimmed);
	if (contentType.includes('json')) return parseJson(trimmed);
	throw new HttpError(400, 'InvalidBodyError', 'The body is neither JSON nor a form of name=value pairs.');
}

/** Creates the 415 for a compressed body or an unsupported content type. */
export function unsupported(what: string): HttpError {
	return new HttpError(
		415,
		'UnsupportedBodyError',
		`A body ${what} is not supported: send JSON or a form of name=value pairs, not compressed.`,
	);
}

function parseJson(text: string): unknown {
	let value: unknown;
	try {
		value = parseExactDecimals(text);
	} catch (error) {
		const why = error instanceof Error ? error.message : String(error);
		throw new HttpError(400, 'InvalidBodyError', `The body is not valid JSON: ${why}`, error);
	}
	if (typeof value !== 'object' || value === null) {
		throw new HttpError(400, 'InvalidBodyError', 'The body must be a JSON object or list.');
	}
	if (!Array.isArray(value) && Object.keys(value).length > MAX_NAMES) throw tooManyNames();
	return value;
}

function parseForm(text: string): Record<string, unknown> {
	const parameters = new URLSearchParams(text);
	const names = new Set<string>();
	for (const name of parameters.keys()) if (names.add(name).size > MAX_NAMES) throw tooManyNames();
	return listsOf(parameters);
}

function tooManyNames(): HttpError {
	return new HttpError(400, 'InvalidBodyError', `The body has more than ${MAX_NAMES} parameter names.`);
}

/**
 * Returns parameters as an object. Repeated names and names with brackets become lists. Never throws, because the
 * router calls it.
 */
export function listsOf(parameters: URLSearchParams): Record<string, unknown> {
	const lists = new Map<string, string[]>();
	for (const [name, value] of parameters) {
		const list = lists.get(name);
		if (list) list.push(value);
		else lists.set(name, [value]);
	}
	// Not by assignment: a parameter may be named '__proto__'.
	return Object.fromEntries(
		[...lists].map(([name, list]) => [name, list.length > 1 || name.endsWith('[]') ? list : list[0]]),
	);
}
