import { decode } from '../../protocol/decode.ts';
import type { Endpoint } from '../../protocol/endpoint.ts';
import { parseExactDecimals } from '../../protocol/exact-json.ts';
import { usage } from '../declaration/failure.ts';
import { fieldsOf } from './schema-fields.ts';

/** A parameter 'key=value' as typed. */
type Pair = readonly [name: string, value: string];

export function readPairs(texts: readonly string[]): Pair[] {
	return texts.map((text) => {
		const at = text.indexOf('=');
		if (at <= 0) throw usage(`'${text}' is not of the form key=value.`);
		return [text.slice(0, at), text.slice(at + 1)];
	});
}

/** The parts of a request to a known endpoint. */
interface Request {
	readonly params: Readonly<Record<string, string>>;
	readonly query: Readonly<Record<string, unknown>>;
	readonly body: unknown;
}

/**
 * Assigns parameters to the parts of a request. '{key}' in the path has priority, then the query of a GET, then the
 * body. Parameters that only the query has go there. Values are converted by the schemas.
 */
export function arrange(
	entry: Endpoint,
	params: Readonly<Record<string, string>>,
	pairs: readonly Pair[],
): Request {
	const filled: Record<string, string> = { ...params };
	const open = new Set(Object.keys(params).filter((name) => params[name] === `{${name}}`));
	const inQuery = new Set(fieldsOf(entry.query).map(({ name }) => name));
	const inBody = new Set(fieldsOf(entry.body).map(({ name }) => name));
	const query: Pair[] = [];
	const body: Pair[] = [];
	for (const pair of pairs) {
		const [name, value] = pair;
		if (open.delete(name)) filled[name] = value;
		else if (entry.method === 'GET' || (inQuery.has(name) && !inBody.has(name))) query.push(pair);
		else body.push(pair);
	}
	const [missing] = open;
	if (missing !== undefined) throw usage(`The path needs ${missing}=…`);
	return {
		params: filled,
		query: groupByName(query),
		body: body.length > 0 ? convertBody(entry, groupByName(splitLists(entry, body))) : undefined,
	};
}

/** Groups parameters by name. A repeated name becomes a list. */
export function groupByName(pairs: readonly Pair[]): Record<string, string | string[]> {
	const fields: Record<string, string | string[]> = {};
	for (const [name, value] of pairs) {
		const earlier = Object.hasOwn(fields, name) ? fields[name] : undefined;
		fields[name] = earlier === undefined ? value : [earlier, value].flat();
	}
	return fields;
}

/** Splits values at commas if the schema has a list. */
function splitLists(entry: Endpoint, pairs: readonly Pair[]): Pair[] {
	const names = new Set(
		fieldsOf(entry.body).flatMap(({ name, kind }) => (kind.startsWith('list') ? [name] : [])),
	);
	return pairs.flatMap(([name, value]) =>
		names.has(name) ? value.split(',').map((item): Pair => [name, item]) : [[name, value]],
	);
}

/** Converts texts by the body's schema. Unknown fields remain texts. */
function convertBody(entry: Endpoint, fields: Readonly<Record<string, unknown>>): unknown {
	const { value, deviations } = decode(entry.body, fields);
	const [first] = deviations;
	if (first) throw usage(`${first.path} ${first.problem}. Use -d to send a raw body.`);
	return value;
}

/** Parses the JSON of -d. */
export function readJson(text: string): unknown {
	try {
		return parseExactDecimals(text);
	} catch (error) {
		throw usage(`-d is not JSON: ${error instanceof Error ? error.message : String(error)}`);
	}
}
