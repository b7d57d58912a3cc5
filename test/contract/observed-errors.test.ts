import { describe, expect } from 'vitest';
import { createClient } from '../../source/client/client.ts';
import { readEvents } from '../../source/client/events.ts';
import { RefusedError } from '../../source/client/http/errors.ts';
import { escaped } from '../programs/message-pattern.ts';
import type { Dialect } from './foreign/dialect.ts';
import { TRACEBACK } from './foreign/fault.ts';
import { nested, sources } from './foreign/world/torrents.ts';
import { added } from './foreign-cases/context.ts';
import { always, observed } from './foreign-cases/observed.ts';

describe('authentication', () => {
	const requiresKey = ({ key }: Dialect) => key !== undefined;

	observed('a wrong or missing key is told before anything else', requiresKey, async ({ server }) => {
		for (const apiKey of [undefined, 'wrong']) {
			const client = createClient({ url: server.url, apiKey });
			const refused = { kind: 'unauthorized' };
			await expect(client.listDownloads()).rejects.toMatchObject(refused);
			// Unauthenticated callers cannot find out which paths exist.
			await expect(client.listAsks()).rejects.toMatchObject(refused);
			await expect(readEvents(client, new AbortController().signal).next()).rejects.toMatchObject(refused);
			expect(client.absent.size).toBe(0);
			await client.close();
		}
	});

	observed(
		'no key is needed, and one that is sent does no harm',
		(dialect) => !requiresKey(dialect),
		async ({ server }) => {
			const client = createClient({ url: server.url, apiKey: 'any', generation: 'A' });
			expect(await client.listDownloads()).toMatchObject({ downloads: [] });
			await client.close();
		},
	);
});

describe('addresses', () => {
	observed(
		'outside of the base path is a web page, and the hint says where to look',
		({ base }) => base !== '',
		async ({ server, dialect }) => {
			const client = createClient({ url: server.origin, apiKey: dialect.key });
			await expect(client.listDownloads()).rejects.toMatchObject({
				kind: 'malformed',
				hint: expect.stringContaining('/api'),
			});
			expect(server.requests).toEqual(['GET /downloads']);
			await client.close();
		},
	);

	observed('a slash behind the base path is none too many', always, async ({ server, dialect }) => {
		const client = createClient({ url: `${server.url}/`, apiKey: dialect.key });
		expect(await client.listDownloads()).toMatchObject({ downloads: [] });
		await client.close();
	});
});

describe('bodies', () => {
	observed('only the generation’s kind is understood', always, async ({ server, dialect, world }) => {
		const other = createClient({
			url: server.url,
			apiKey: dialect.key,
			generation: dialect.generation === 'A' ? 'B' : 'A',
		});
		await expect(other.addDownload({ body: { uri: sources.nested } })).rejects.toMatchObject({
			kind: 'refused',
			...(dialect.generation === 'A' ? { status: 400, message: 'uri parameter missing' } : { status: 500 }),
		});
		expect(world.downloads.size).toBe(0);
		await other.close();
		// These bodies have the wrong kind on purpose.
		server.forget();
	});

	// One dialect is enough: the body has megabytes.
	observed(
		'one without measure is refused',
		({ name }) => name === 'doc B',
		async ({ client }) => {
			const uri = 'x'.repeat(16 * 1024 * 1024);
			await expect(client.addDownload({ body: { uri } })).rejects.toMatchObject({
				kind: 'refused',
				status: 413,
			});
		},
	);

	observed('a missing one is refused', always, async ({ client, dialect }) => {
		await expect(
			client.http.read({ method: 'PUT', path: '/downloads', accept: 'application/json', timeout: 10_000 }),
		).rejects.toMatchObject({ kind: 'refused', status: dialect.generation === 'A' ? 400 : 500 });
	});
});

describe('errors', () => {
	observed('a refusal is a text or an object', always, async (context) => {
		const { client, dialect } = context;
		await added(context);
		const change = client.changeDownload({
			params: { infohash: nested.infohash },
			body: { selected_files: [99] },
		});
		await expect(change).rejects.toMatchObject({
			kind: 'refused',
			status: 400,
			code: dialect.errors === 'code' ? 'RefusedError' : '',
			message: 'index out of range',
			hint: '',
		});
	});

	observed(
		'a fault is a traceback: one line says it, the rest is kept',
		always,
		async ({ client, dialect }) => {
			await expect(client.listFiles({ params: { infohash: 'no hex' } })).rejects.toMatchObject({
				kind: 'refused',
				status: 500,
				code: dialect.errors === 'message' ? '' : 'Error',
				message: 'Error: Non-hexadecimal digit found',
				detail: expect.stringMatching(new RegExp(`^${escaped(TRACEBACK)}\\n(.*\\n){60}`)),
				hint: new RefusedError('', 500, '', '', false).hint,
			});
		},
	);

	observed('one inside a 200 is one', always, async ({ client, world }) => {
		world.scripted.set(`PATCH /downloads/${nested.infohash}`, {
			json: { error: 'Target directory (/none) does not exist' },
		});
		await expect(
			client.changeDownload({ params: { infohash: nested.infohash }, body: { state: 'recheck' } }),
		).rejects.toMatchObject({ kind: 'refused', message: 'Target directory (/none) does not exist' });
	});

	observed('a wrong method is a fault, or a page of HTML', always, async ({ client, dialect }) => {
		await expect(
			client.http.read({ method: 'POST', path: '/downloads', accept: 'application/json', timeout: 10_000 }),
		).rejects.toMatchObject({ kind: 'refused', status: dialect.unknown === 'html' ? 405 : 500 });
	});
});
