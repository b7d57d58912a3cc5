import type { Endpoint } from '../../protocol/endpoint.ts';
import { endpointNames, endpoints } from '../../protocol/endpoints/table.ts';
import { apiKeyHeader } from '../../protocol/settings.ts';
import { operationOf } from './operation.ts';
import { type Json, namedSchemas } from './schemas.ts';

const about = [
	'Control of downloads over HTTP. Request bodies are JSON or forms, in both generations of the interface.',
	'Responses are JSON. Booleans may be true and false or 1 and 0. Speeds are bytes per second, sizes bytes, times',
	'seconds since 1970, fractions 0 to 1. All errors have one shape; handled is true if the request caused the error.',
].join(' ');

/** Returns the service's endpoints as an OpenAPI 3.1 document. */
export function openApiDocument({ version, withKey }: { version: string; withKey: boolean }): Json {
	const paths: Record<string, Record<string, Json>> = {};
	for (const name of endpointNames) {
		const row: Endpoint = endpoints[name];
		paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: operationOf(name, row) };
	}
	const key = {
		type: 'apiKey',
		in: 'header',
		name: apiKeyHeader,
		description: 'The key in the file api.key of the state folder, or in the file of --api-key-file.',
	};
	const tags = new Set(endpointNames.map((name) => endpoints[name].resource));
	return {
		openapi: '3.1.0',
		info: { title: 'seedtop', version, description: about, license: { name: 'MIT', identifier: 'MIT' } },
		// Relative to this document, so that it works behind a proxy with a path prefix.
		servers: [{ url: '..' }],
		tags: [...tags].map((name) => ({ name })),
		paths,
		security: withKey ? [{ key: [] }] : [],
		components: { schemas: namedSchemas(), securitySchemes: withKey ? { key } : {} },
	};
}
