import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi.ts';
import { page, pagePolicy, startScript } from './page.ts';

interface DocsOptions {
	/** Folder of the explorer's files, as built. */
	readonly folder: string;
	readonly version: string;
	/** Whether the service requires a key. */
	readonly withKey: boolean;
}

/** Files of the explorer and their media types. */
const files = {
	'swagger-ui.css': 'text/css; charset=utf-8',
	'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const;

const headers = {
	'content-security-policy': pagePolicy,
	'referrer-policy': 'no-referrer',
	'x-frame-options': 'DENY',
	'cache-control': 'no-cache',
};

/**
 * Serves the interactive explorer at /docs (interface, part 5). It needs no key, because it reveals only the
 * interface.
 */
export function registerDocs(app: FastifyInstance, { folder, version, withKey }: DocsOptions): void {
	const document = JSON.stringify(openApiDocument({ version, withKey }));
	const serve = (path: string, type: string, content: () => string | Promise<Uint8Array>) =>
		app.get(path, { config: { open: true } }, async (_request, reply) =>
			reply
				.headers(headers)
				.type(type)
				.send(await content()),
		);
	serve('/docs', 'text/html; charset=utf-8', () => page);
	serve('/docs/start.js', 'text/javascript; charset=utf-8', () => startScript);
	serve('/docs/json', 'application/json; charset=utf-8', () => document);
	for (const [name, type] of Object.entries(files))
		serve(`/docs/${name}`, type, () => readFile(join(folder, name)));
	// The page's URLs are relative to a path without a trailing slash.
	app.get('/docs/', { config: { open: true } }, async (_request, reply) => reply.redirect('../docs'));
}
