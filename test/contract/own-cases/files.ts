import { expect } from 'vitest';
import { canonicalPath, rootOfTree, treeBeginning } from '../../../source/protocol/repair/file-tree.ts';
import { noise } from '../../programs/torrents.ts';
import type { CaseContext } from './all.ts';

const root = 'contract/';

const paramsOf = ({ infohash }: CaseContext) => ({ infohash });

async function added({ client, torrentPath, emptyFolder }: CaseContext, destination = emptyFolder) {
	await client.addDownload({ body: { uri: torrentPath, destination } });
}

/** A view of the tree: 'path index'. */
async function view(context: CaseContext, start = treeBeginning, size = 100): Promise<string[]> {
	const query = { view_start_path: start, view_size: size };
	const { files } = await context.client.listFiles({ params: paramsOf(context), query });
	return files.map(({ name, index }) => `${name} ${index}`);
}

async function included(context: CaseContext): Promise<unknown[]> {
	const { files } = await context.client.listFiles({ params: paramsOf(context) });
	return files.map((file) => file.included);
}

/** Files, their tree, and their content. The torrent is 'contract' with 'a/one.bin' and 'two.bin'. */
export const fileCases = {
	async listFiles(context: CaseContext) {
		await added(context);
		const params = paramsOf(context);
		const { files } = await context.client.listFiles({ params });
		expect(files).toMatchObject([
			{ index: 0, name: 'a/one.bin', size: 200_000, included: true, progress: 0, priority: 'normal' },
			{ index: 1, name: 'two.bin', size: 100_000, included: true, progress: 0, priority: 'normal' },
		]);
		const tree = await context.client.listFiles({ params, query: { view_size: 2 } });
		expect(tree.files).toEqual([
			{ index: -1, name: 'contract/a', size: 200_000, included: true, progress: 0 },
			{ index: 1, name: 'contract/two.bin', size: 100_000, included: true, progress: 0, priority: 'normal' },
		]);
		expect(rootOfTree(tree.files)).toBe(root);
		expect(await view(context, 'contract/a', 1)).toEqual(['contract/two.bin 1']);
		expect(await view(context, 'contract/two.bin')).toEqual([]);
		const query = { view_start_path: 'contract/none' };
		await expect(context.client.listFiles({ params, query })).rejects.toMatchObject({ kind: 'not-found' });
		await expect(context.client.listFiles({ params: { infohash: 'x' } })).rejects.toMatchObject({
			kind: 'not-found',
		});
	},

	async expandFiles(context: CaseContext) {
		await added(context);
		const params = paramsOf(context);
		const { path } = await context.client.expandFiles({ params, query: { path: 'contract/a' } });
		expect(canonicalPath(path, root)).toBe('a');
		const open = ['contract/a -2', 'contract/a/one.bin 0', 'contract/two.bin 1'];
		expect(await view(context)).toEqual(open);
		expect(await view(context, 'contract/a/one.bin')).toEqual(open.slice(2));
		const expand = (path: string) => context.client.expandFiles({ params, query: { path } });
		await expect(expand('contract/none')).rejects.toMatchObject({ kind: 'not-found' });
		await expect(expand('contract/two.bin')).rejects.toMatchObject({ status: 400 });
	},

	async collapseFiles(context: CaseContext) {
		await added(context);
		const request = { params: paramsOf(context), query: { path: 'contract/a' } };
		await context.client.expandFiles(request);
		expect(await context.client.collapseFiles(request)).toEqual({ path: 'contract/a' });
		expect(await view(context)).toEqual(['contract/a -1', 'contract/two.bin 1']);
		// A collapsed folder represents its contents.
		expect(await view(context, 'contract/a/one.bin')).toEqual(['contract/two.bin 1']);
	},

	async selectFiles(context: CaseContext) {
		await added(context);
		const params = paramsOf(context);
		await context.client.changeDownload({ params, body: { selected_files: [1] } });
		expect(await context.client.selectFiles({ params, query: { path: 'contract/a' } })).toEqual({});
		expect(await included(context)).toEqual([true, true]);
		await expect(context.client.selectFiles({ params, query: { path: 'b' } })).rejects.toMatchObject({
			kind: 'not-found',
		});
	},

	async deselectFiles(context: CaseContext) {
		await added(context);
		const params = paramsOf(context);
		// Paths of lists of files are accepted too.
		expect(await context.client.deselectFiles({ params, query: { path: 'a/one.bin' } })).toEqual({});
		expect(await included(context)).toEqual([false, true]);
		await context.client.deselectFiles({ params, query: { path: 'contract' } });
		expect(await included(context)).toEqual([false, false]);
	},

	async streamFile(context: CaseContext) {
		await added(context, context.dataFolder);
		const { client, infohash } = context;
		for (const [fileindex, path] of ['a/one.bin', 'two.bin'].entries()) {
			const bytes = await client.streamFile({ params: { infohash, fileindex: String(fileindex) } });
			expect(Buffer.from(bytes).equals(noise(path, bytes.length))).toBe(true);
		}
		const part = await client.http.read({
			method: 'GET',
			path: `/downloads/${infohash}/stream/1`,
			accept: '*/*',
			headers: { range: 'bytes=1000-1099' },
			timeout: 10_000,
		});
		expect(Buffer.from(part).equals(noise('two.bin', 100_000).subarray(1000, 1100))).toBe(true);
		await expect(client.streamFile({ params: { infohash, fileindex: '2' } })).rejects.toMatchObject({
			kind: 'not-found',
		});
	},
} as const;
