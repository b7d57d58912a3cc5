import { Check } from 'typebox/schema';
import { beforeAll, expect, test } from 'vitest';
import { runService, type TestService } from '../../fixtures/service.ts';

let service: TestService;

beforeAll(async () => {
	service = await runService();
});

interface Document {
	readonly servers: readonly { readonly url: string }[];
	readonly paths: Readonly<Record<string, { readonly get: { readonly responses: Responses } }>>;
	readonly components: object;
}

type Responses = Readonly<Record<number, { readonly content: Record<string, { readonly schema: object }> }>>;

function schemaOf({ paths }: Document, path: string, status: number): object {
	return paths[path]?.get.responses[status]?.content['application/json']?.schema ?? {};
}

/** Everything that the page links is fetched as by a browser: without a key. */
async function load(page: string): Promise<Map<string, string>> {
	const loaded = new Map<string, string>();
	const named = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
	for (const address of named) {
		const url = new URL(address, `${service.url}/docs`);
		if (url.protocol === 'data:') continue;
		// No external resources.
		expect(url.origin).toBe(service.url);
		const answer = await fetch(url);
		expect(answer.status, address).toBe(200);
		expect(answer.headers.get('content-type')).toMatch(/^text\/(css|javascript); charset=utf-8$/);
		loaded.set(address, await answer.text());
	}
	return loaded;
}

test('the explorer is served without a key, and loads all files from the service', async () => {
	const answer = await fetch(`${service.url}/docs`);
	expect(answer.status).toBe(200);
	expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
	const page = await answer.text();
	expect(page).not.toMatch(/https?:|\/\//);
	const loaded = await load(page);
	expect([...loaded.keys()]).toEqual(['docs/swagger-ui.css', 'docs/swagger-ui-bundle.js', 'docs/start.js']);
	expect(loaded.get('docs/swagger-ui-bundle.js')?.length).toBeGreaterThan(1_000_000);
	// The style sheet loads nothing. The validator of the explorer, an external address, is off.
	const style = loaded.get('docs/swagger-ui.css') ?? '';
	expect(style.match(/@import|url\((?!"?data:)[^)]*/g)).toBeNull();
	expect(loaded.get('docs/start.js')).toContain('validatorUrl: null');
});

test('the browser may load no external resource, and no page may frame the explorer', async () => {
	const { headers } = await fetch(`${service.url}/docs`);
	const policy = headers.get('content-security-policy') ?? '';
	expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
	const sources = policy.split('; ').flatMap((rule) => rule.split(' ').slice(1));
	expect(new Set(sources)).toEqual(new Set(["'none'", "'self'", "'unsafe-inline'", 'data:']));
	expect(policy).toMatch(/script-src 'self';/);
	expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('a slash at the end redirects to the page', async () => {
	const answer = await fetch(`${service.url}/docs/`);
	expect([answer.status, answer.url]).toEqual([200, `${service.url}/docs`]);
});

test('requests of the page with the key return documented responses', async () => {
	const document: Document = JSON.parse(await (await fetch(`${service.url}/docs/json`)).text());
	// A request as a browser sends it from the page.
	const headers = { 'x-api-key': service.key, origin: service.url, 'sec-fetch-site': 'same-origin' };
	for (const path of ['/state', '/downloads']) {
		const answer = await fetch(new URL(`${document.servers[0]?.url}${path}`, `${service.url}/docs/json`), {
			headers,
		});
		expect(answer.status).toBe(200);
		const schema = schemaOf(document, path, 200);
		expect(Check({ ...schema, components: document.components }, await answer.json())).toBe(true);
		const refused = await fetch(`${service.url}${path}`);
		expect(refused.status).toBe(401);
		const error = schemaOf(document, path, 401);
		expect(Check({ ...error, components: document.components }, await refused.json())).toBe(true);
	}
});
