import type { Endpoint } from '../../protocol/endpoint.ts';
import { ANY_INFOHASH } from '../../protocol/endpoints/channel.ts';
import type { SchemaFields } from '../../protocol/schema-fields.ts';
import { type Json, schemaOf } from './schemas.ts';

/** Schemas of path parameters; the endpoint table has only their names. */
const pathParameters: Readonly<Record<string, Json>> = {
	infohash: {
		description: 'identifier of the download',
		schema: { type: 'string', pattern: '^([0-9a-fA-F]{40}|[0-9a-fA-F]{64})$' },
	},
	fileindex: { description: 'number of the file, from 0', schema: { type: 'string', pattern: '^\\d+$' } },
};

/** Path parameters that accept more in single endpoints, by the name of the endpoint. */
const ownParameters: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
	addChannelTorrent: {
		infohash: {
			description: `infohash of the torrent; '${ANY_INFOHASH}' for the torrent at the URI of the body`,
			schema: { type: 'string', pattern: `^(${ANY_INFOHASH}|[0-9a-fA-F]{40}|[0-9a-fA-F]{64})$` },
		},
	},
};

const generations = {
	A: 'In generation A of the interface.',
	B: 'In generation B of the interface.',
	AB: 'In both generations of the interface.',
} as const;

const extension = 'An extension of this service, in both generations. It is not part of the interface.';

/** Returns an endpoint as an OpenAPI operation. */
export function operationOf(name: string, row: Endpoint): Json {
	const parameters = [
		...[...row.path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => ({
			name: parameter,
			in: 'path',
			required: true,
			...(ownParameters[name]?.[parameter] ?? pathParameters[parameter] ?? { schema: { type: 'string' } }),
		})),
		...queryParameters(row, 'query'),
		...uploadParameters(row),
	];
	return {
		operationId: name,
		tags: [row.resource],
		summary: row.summary,
		description: descriptionOf(row),
		...(row.extension ? { 'x-extension': true } : {}),
		...(parameters.length > 0 ? { parameters } : {}),
		...bodyOf(row),
		responses: responsesOf(row),
	};
}

function descriptionOf(row: Endpoint): string {
	const parts: string[] = [row.extension ? extension : generations[row.generations]];
	if (row.needs) parts.push(`GET /state lists it as '${row.needs.extension}'.`);
	for (const [field, { extension: name }] of Object.entries(row.bodyNeeds))
		parts.push(`The field ${field} is an extension of this service, listed as '${name}'.`);
	if (row.upload) parts.push(`The body may also be ${row.upload.description}.`);
	if (row.content === 'events')
		parts.push(
			'The response stays open. Each event is a JSON object and a newline, or a server-sent event if the request accepts text/event-stream. The button below waits until the stream ends.',
		);
	return parts.join(' ');
}

function queryParameters(row: Endpoint, of: 'query' | 'body', note = ''): Json[] {
	const { properties = {}, required = [] } = row[of] as SchemaFields;
	return Object.entries(properties).map(([name, schema]) => {
		const { description = '', ...rest } = schemaOf(schema);
		return {
			name,
			in: 'query',
			required: note === '' && required.includes(name),
			description: `${description}${note}`,
			schema: rest,
		};
	});
}

/** Returns the body's fields as query parameters, for endpoints whose body may be a file. */
function uploadParameters(row: Endpoint): Json[] {
	if (!row.upload) return [];
	const note = ` (only with a body of ${row.upload.contentType})`;
	return queryParameters(row, 'body', note).filter(({ name }) => name !== row.upload?.field);
}

function bodyOf(row: Endpoint): Json {
	const { type, properties = {}, required = [] } = row.body as SchemaFields;
	if (type === 'object' && Object.keys(properties).length === 0) return {};
	const content = { schema: schemaOf(row.body) };
	// A form cannot contain a list of objects.
	const form = type === 'array' ? {} : { 'application/x-www-form-urlencoded': content };
	const upload = row.upload && { [row.upload.contentType]: { schema: { type: 'string', format: 'binary' } } };
	return {
		requestBody: {
			required: type === 'array' || required.length > 0,
			content: { 'application/json': content, ...form, ...upload },
		},
	};
}

function responsesOf(row: Endpoint): Json {
	const error = (description: string) => ({
		description,
		content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
	});
	const statuses = Object.entries(row.statuses).map(([status, when]) => [status, error(when)]);
	return {
		200: { description: 'done', content: answerOf(row) },
		...Object.fromEntries(statuses),
		401: error(authorization(row)),
		403: error('the request comes from a page of another site, or names another host'),
		429: error('too many wrong API keys came from this address; the right one is still accepted'),
		500: error('the request failed; handled is true if the request caused the failure'),
	};
}

/** Changes of the channels of other services are refused with the status of a wrong key, as Tribler 7.0 to 7.3 does. */
function authorization({ method, resource }: Endpoint): string {
	const isChange = method !== 'GET' && ['channel', 'playlists', 'rss', 'metadata'].includes(resource);
	return isChange ? `${noKey}; or the channel belongs to another service` : noKey;
}

const noKey = 'the API key is missing or wrong';

function answerOf(row: Endpoint): Json {
	if (row.content === 'bytes') return { 'application/octet-stream': {} };
	if (row.content === 'events') return { 'text/event-stream': {}, 'application/json': {} };
	return { 'application/json': { schema: schemaOf(row.response) } };
}
