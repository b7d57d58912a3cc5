import type { Endpoint } from '../../protocol/endpoint.ts';
import { type Field, fieldsOf, isList } from './schema-fields.ts';

const generations = { A: 'A only', B: 'B only', AB: 'A and B' } as const;
const contents = { json: 'JSON', bytes: 'bytes', events: 'a stream of events that stays open' } as const;

/** Returns the help text of an endpoint from the table. */
export function describe(entry: Endpoint): string {
	const lines = [
		`${entry.method} ${entry.path}`,
		'',
		entry.summary,
		'',
		`Generations: ${generations[entry.generations]}${entry.optional ? '; optional' : ''}`,
	];
	if (entry.otherPaths.length > 0) lines.push(`Also at: ${entry.otherPaths.join(', ')}`);
	const inPath = [...entry.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
	lines.push(
		...section(
			'Path:',
			inPath.map((name) => ({ name, kind: 'string', required: true, description: '' })),
		),
		...section('Query:', fieldsOf(entry.query)),
		...section(isList(entry.body) ? 'Body, a list of:' : 'Body:', fieldsOf(entry.body)),
	);
	if (entry.content === 'json') {
		lines.push(...section(isList(entry.response) ? 'Response, a list of:' : 'Response:', answerOf(entry)));
	} else lines.push('', `Response: ${contents[entry.content]}`);
	lines.push('', 'Statuses:', '  200  done');
	for (const [status, condition] of Object.entries(entry.statuses)) lines.push(`  ${status}  ${condition}`);
	lines.push('  500  the service failed, or refused the request');
	return lines.join('\n');
}

/** Returns the fields of a response. None is marked as required, because services omit fields. */
function answerOf(entry: Endpoint): Field[] {
	return fieldsOf(entry.response).map((field) => ({ ...field, required: false }));
}

function section(title: string, fields: readonly Field[]): string[] {
	if (fields.length === 0) return [];
	const names = Math.max(...fields.map(({ name }) => name.length));
	const kinds = Math.max(...fields.map((field) => kindOf(field).length));
	const rows = fields.map((field) =>
		`  ${field.name.padEnd(names)}  ${kindOf(field).padEnd(kinds)}  ${field.description}`.trimEnd(),
	);
	return ['', title, ...rows];
}

function kindOf({ kind, required }: Field): string {
	return required ? `${kind}, required` : kind;
}
