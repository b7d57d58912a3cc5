import { Check, Errors, Meta } from 'typebox/schema';
import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../../../source/protocol/endpoint.ts';
import { endpointNames, endpoints } from '../../../source/protocol/endpoints/table.ts';
import { openApiDocument } from '../../../source/service/docs/openapi.ts';
import { openApiRules } from './openapi-rules.ts';

interface Operation {
	readonly operationId: string;
	readonly summary: string;
	readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: object }[];
	readonly requestBody?: { readonly required: boolean; readonly content: Record<string, object> };
	readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

interface Document {
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
	readonly security: readonly object[];
	readonly components: {
		readonly schemas: Readonly<Record<string, object>>;
		readonly securitySchemes: object;
	};
}

/** The document as a client receives it. */
function documentOf(withKey: boolean): Document {
	return JSON.parse(JSON.stringify(openApiDocument({ version: '1.2.3', withKey })));
}

const document = documentOf(true);

/** Returns every value in the document under one of these names, at any depth. */
function* found(value: unknown, name: string): Generator<unknown> {
	if (typeof value !== 'object' || value === null) return;
	for (const [key, field] of Object.entries(value)) {
		if (key === name) yield field;
		yield* found(field, name);
	}
}

test.each([true, false])('the document follows the rules of OpenAPI 3.1 (a key: %s)', (withKey) => {
	const [, errors] = Errors(openApiRules, documentOf(withKey));
	expect(errors).toEqual([]);
});

test('the schemas of the document are JSON Schema, and every reference resolves', () => {
	const metaschema = Meta['https://json-schema.org/draft/2020-12/schema'];
	const schemas = [...found(document, 'schema'), ...Object.values(document.components.schemas)];
	expect(schemas.length).toBeGreaterThan(20);
	for (const schema of schemas) expect(Check(metaschema, schema), JSON.stringify(schema)).toBe(true);
	const references = [...found(document, '$ref')];
	expect(references.length).toBeGreaterThan(5);
	for (const reference of references) {
		const name = /^#\/components\/schemas\/(\w+)$/.exec(String(reference))?.[1] ?? '';
		expect(document.components.schemas).toHaveProperty(name);
	}
});

test('the rules of OpenAPI detect errors', () => {
	const broken = [
		{ ...document, openapi: '2.0' },
		{ ...document, paths: { 'no-slash': {} } },
		{ ...document, paths: { '/x': { get: {} } } },
		{ ...document, paths: { '/x': { fetch: { responses: { 200: { description: '' } } } } } },
		{ ...document, paths: { '/x': { get: { responses: { 200: {} } } } } },
	];
	for (const each of broken) expect(Check(openApiRules, each)).toBe(false);
});

describe('every row of the service is in the document', () => {
	test('and no other row', () => {
		const names = Object.values(document.paths).flatMap((path) =>
			Object.values(path).map(({ operationId }) => operationId),
		);
		expect(names.sort()).toEqual([...endpointNames].sort());
	});

	test.each(endpointNames)('%s', (name) => {
		const row: Endpoint = endpoints[name];
		const operation = document.paths[row.path]?.[row.method.toLowerCase()];
		expect(operation).toMatchObject({ operationId: name, summary: row.summary });
		const inPath = operation?.parameters?.filter((parameter) => parameter.in === 'path') ?? [];
		expect(inPath.map((parameter) => parameter.name)).toEqual(
			[...row.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter),
		);
		const inQuery = operation?.parameters?.filter((parameter) => parameter.in === 'query') ?? [];
		expect(inQuery.map((parameter) => parameter.name)).toEqual(
			expect.arrayContaining(Object.keys(fieldsOf(row.query))),
		);
		const types = Object.keys(operation?.requestBody?.content ?? {});
		const isList = 'items' in row.body;
		const withBody = isList || Object.keys(fieldsOf(row.body)).length > 0;
		expect(types).toEqual(
			withBody
				? [
						'application/json',
						...(isList ? [] : ['application/x-www-form-urlencoded']),
						...(row.upload ? [row.upload.contentType] : []),
					]
				: [],
		);
		for (const [status, when] of Object.entries(row.statuses))
			expect(operation?.responses[status]?.description).toBe(when);
		expect(Object.keys(operation?.responses ?? {})).toEqual(
			expect.arrayContaining(['200', '401', '403', '500']),
		);
	});
});

test('the key is required if there is one', () => {
	expect(document.security).toEqual([{ key: [] }]);
	expect(document.components.securitySchemes).toMatchObject({ key: { in: 'header', name: 'x-api-key' } });
	expect(documentOf(false).security).toEqual([]);
});

function fieldsOf(schema: Endpoint['query']): object {
	return 'properties' in schema && typeof schema.properties === 'object' && schema.properties !== null
		? schema.properties
		: {};
}

test('the document names every refusal of a change of channels', () => {
	const { paths } = document;
	const feeds = paths['/channels/discovered/{channelid}/rssfeeds/{feed_url}'] ?? {};
	expect(Object.keys(feeds.put?.responses ?? {})).toEqual(
		expect.arrayContaining(['400', '401', '404', '409']),
	);
	const list = paths['/channels/discovered/{channelid}/rssfeeds'] ?? {};
	expect(Object.keys(list.get?.responses ?? {})).toContain('404');
	const wrongKey = paths['/state']?.get?.responses['401']?.description;
	expect(list.get?.responses['401']?.description).toBe(wrongKey);
	expect(feeds.put?.responses['401']?.description).not.toBe(wrongKey);
	expect(paths['/downloads']?.put?.responses['401']?.description).toBe(wrongKey);
});
