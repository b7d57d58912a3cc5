import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../../source/client/client.ts';
import { requestFiles } from '../../../source/runtime/files/request-files.ts';
import { type FilesSlice, noFiles } from '../../../source/state/files/files.ts';
import { updateFiles } from '../../../source/state/files/update.ts';
import { filesQueryOf, isPaged } from '../../../source/state/files/window.ts';
import { couldNotFind } from '../../contract/foreign/fault.ts';
import { FileAnswers } from './file-answers.ts';

const of = '7'.repeat(40);

/** The synthetic service, requested as by the cockpit. */
async function open(trees: boolean) {
	const answers = new FileAnswers(1_200, trees);
	const server = createServer((request, response) => {
		void answers.answer(request).then((found) => {
			const message = couldNotFind(request.url?.split('?')[0] ?? '');
			response.writeHead(found?.status ?? 404, { 'content-type': 'application/json' });
			response.end(found?.body ?? JSON.stringify({ error: { handled: true, message } }));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	const port = typeof address === 'object' ? address?.port : undefined;
	const client = createClient({ url: `http://127.0.0.1:${port}` });
	onTestFinished(async () => {
		await client.close();
		server.close();
	});
	const asking = async (slice: FilesSlice) =>
		updateFiles(slice, await requestFiles(client, of, slice, {}), of);
	return { client, asking };
}

test('the service of the benchmark shows its tree as the cockpit shows it', async () => {
	const { client, asking } = await open(true);
	const all = await asking(await asking(noFiles));
	expect(all).toMatchObject({ api: 'tree', root: 'Collection of everything/' });
	expect(all.all?.tree.nodes.size).toBe(1_200);
	const expanded = updateFiles(all, { type: 'expand-all', open: true }, of);
	const seen = await asking(expanded);
	// The cockpit shows this page. Without it, the cockpit would read lists from now on.
	expect([isPaged(seen), filesQueryOf(seen).kind]).toEqual([true, 'view']);
	await client.deselectFiles({ params: { infohash: of }, query: { path: 'Collection of everything/Files' } });
	const read = await asking({ ...seen, isStale: true });
	expect(read.all?.figures.all.selectedFiles).toBe(1);
});

test('the service of the benchmark without trees has a list, and selects files', async () => {
	const { client, asking } = await open(false);
	const all = await asking(noFiles);
	expect(all.api).toBe('list');
	await client.changeDownload({ params: { infohash: of }, body: { selected_files: [3, 5] } });
	expect((await asking(all)).all?.figures.all.selectedFiles).toBe(2);
});
