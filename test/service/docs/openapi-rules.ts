/**
 * The rules of OpenAPI 3.1.0 for the parts that our document has, as JSON Schema. Each object has its required and
 * optional properties, and no others. The test checks the schemas inside against the metaschema of JSON Schema
 * 2020-12.
 */

const text = { type: 'string' };
const truth = { type: 'boolean' };
const ref = (name: string) => ({ $ref: `#/$defs/${name}` });
const only = (required: readonly string[], properties: Record<string, unknown>) => ({
	type: 'object',
	required,
	properties,
	additionalProperties: false,
});
const mapOf = (schema: unknown, names = '.') => ({
	type: 'object',
	patternProperties: { [names]: schema },
	additionalProperties: false,
});

export const openApiRules = {
	...only(['openapi', 'info', 'paths'], {
		openapi: { const: '3.1.0' },
		info: only(['title', 'version'], {
			title: text,
			version: text,
			description: text,
			license: only(['name'], { name: text, identifier: text }),
		}),
		servers: { type: 'array', items: only(['url'], { url: text, description: text }) },
		tags: { type: 'array', items: only(['name'], { name: text }) },
		paths: mapOf(ref('pathItem'), '^/'),
		security: { type: 'array', items: ref('requirement') },
		components: only([], {
			schemas: mapOf(ref('schema'), '^[a-zA-Z0-9._-]+$'),
			securitySchemes: mapOf(ref('securityScheme'), '^[a-zA-Z0-9._-]+$'),
		}),
	}),
	$defs: {
		pathItem: mapOf(ref('operation'), '^(get|put|post|delete|options|head|patch|trace)$'),
		operation: only(['responses'], {
			operationId: text,
			tags: { type: 'array', items: text },
			summary: text,
			description: text,
			parameters: { type: 'array', items: ref('parameter'), uniqueItems: true },
			requestBody: only(['content'], { content: ref('content'), required: truth }),
			responses: { ...mapOf(ref('response'), '^[1-5](?:[0-9]{2}|XX)$'), minProperties: 1 },
			security: { type: 'array', items: ref('requirement') },
			// Specification extensions begin with x-. This one marks rows that the interface does not have.
			'x-extension': truth,
		}),
		parameter: {
			...only(['name', 'in', 'schema'], {
				name: text,
				in: { enum: ['query', 'path', 'header', 'cookie'] },
				required: truth,
				description: text,
				schema: ref('schema'),
			}),
			if: { properties: { in: { const: 'path' } } },
			// biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
			then: { required: ['required'], properties: { required: { const: true } } },
		},
		response: only(['description'], { description: text, content: ref('content') }),
		content: mapOf(only([], { schema: ref('schema') }), '^[a-z]+/[a-z0-9.+-]+$'),
		requirement: mapOf({ type: 'array', items: text }),
		securityScheme: only(['type', 'in', 'name'], {
			type: { const: 'apiKey' },
			in: { enum: ['query', 'header', 'cookie'] },
			name: text,
			description: text,
		}),
		schema: { type: ['object', 'boolean'] },
	},
};
