import { describe, expect, test } from 'vitest';
import { dialects } from './foreign/dialects.ts';
import { withForeign } from './foreign-cases/context.ts';

/** Fields of requests that no service in the field has. */

const infohash = '0'.repeat(40);

describe.each(dialects)('a service of $name', (dialect) => {
	test.each([
		{ sequential: true },
		{ file_priorities: { high: [0] } },
		{ sequential: false, state: 'stop' as const },
	])('receives no change of a download with %j', async (body) => {
		await withForeign(dialect, async ({ client, server }) => {
			const change = client.changeDownload({ params: { infohash }, body });
			await expect(change).rejects.toMatchObject({ kind: 'absent' });
			expect(server.requests.filter((request) => request.startsWith('PATCH'))).toEqual([]);
		});
	});

	test('receives no sequential addition', async () => {
		await withForeign(dialect, async ({ client, server }) => {
			const body = { uri: `magnet:?xt=urn:btih:${infohash}`, sequential: true };
			await expect(client.addDownload({ body })).rejects.toMatchObject({ kind: 'absent' });
			expect(server.requests.filter((request) => request.startsWith('PUT'))).toEqual([]);
		});
	});
});
