import { expect } from 'vitest';
import {
	canonicalPath,
	repairTree,
	rootOfTree,
	spellTreePath,
	treeBeginning,
} from '../../../source/protocol/repair/file-tree.ts';
import { magnet, nested, noiseOf } from '../foreign/world/torrents.ts';
import { added, type ForeignContext } from './context.ts';

const params = { infohash: nested.infohash };
const paths = nested.files.map(({ path }) => path);

/** A view of the tree with canonical paths, for any dialect: 'name index'. */
async function view(
	{ client }: ForeignContext,
	root: string,
	start = treeBeginning,
	size = 100,
): Promise<string[]> {
	const query = { view_start_path: spellTreePath(start, root), view_size: size };
	const { files } = await client.listFiles({ params, query });
	return repairTree(files, root).map(({ name, index }) => `${name} ${index}`);
}

async function rootIn({ client }: ForeignContext): Promise<string> {
	const query = { view_start_path: treeBeginning, view_size: 1 };
	return rootOfTree((await client.listFiles({ params, query })).files);
}

async function included({ client }: ForeignContext): Promise<unknown[]> {
	return (await client.listFiles({ params })).files.map((file) => file.included);
}

export const fileCases = {
	async listFiles(context: ForeignContext) {
		const { client, dialect } = context;
		await added(context, 'nested', '/srv/empty');
		const { files } = await client.listFiles({ params });
		expect(files).toEqual(
			nested.files.map(({ path, size }, index) => ({
				index,
				name: path,
				size,
				included: true,
				progress: size === 0 ? 1 : 0.25,
			})),
		);
		await added(context, 'magnet');
		expect(await client.listFiles({ params: { infohash: magnet.infohash } })).toMatchObject({ files: [] });
		await expect(client.listFiles({ params: { infohash: '0'.repeat(40) } })).rejects.toMatchObject({
			kind: 'not-found',
		});

		if (!dialect.has.has('tree')) {
			// Without trees a service lists all files for any view.
			const query = { view_start_path: 'a', view_size: 2 };
			expect((await client.listFiles({ params, query })).files).toEqual(files);
			return;
		}
		const root = await rootIn(context);
		expect(root).toBe(dialect.rootedTree ? 'nested/' : '');
		expect(await view(context, root)).toEqual(['a -1', 'b -1', 'readme.txt 4']);
		expect(await view(context, root, 'a', 1)).toEqual(['b -1']);
		expect(await view(context, root, 'readme.txt')).toEqual([]);
		// A single-file torrent has no root.
		const infohash = await added(context, 'single');
		const only = await client.listFiles({ params: { infohash }, query: { view_start_path: treeBeginning } });
		expect(rootOfTree(only.files)).toBe('');
		expect(only.files).toMatchObject([{ name: 'single.bin', index: 0 }]);
	},

	async expandFiles(context: ForeignContext) {
		await added(context);
		const root = await rootIn(context);
		const { path } = await context.client.expandFiles({ params, query: { path: spellTreePath('a', root) } });
		expect(canonicalPath(path, root)).toBe('a');
		expect(await view(context, root)).toEqual(['a -2', 'a/deep -1', `${paths[0]} 0`, 'b -1', 'readme.txt 4']);
		// An unknown path is no error.
		await context.client.expandFiles({ params, query: { path: 'none' } });
		await expect(
			context.client.expandFiles({ params: { infohash: '0'.repeat(40) }, query: { path: 'a' } }),
		).rejects.toMatchObject({ kind: 'not-found' });
	},

	async collapseFiles(context: ForeignContext) {
		await added(context);
		const root = await rootIn(context);
		const query = { path: spellTreePath('a', root) };
		await context.client.expandFiles({ params, query });
		const answer = await context.client.collapseFiles({ params, query });
		expect(canonicalPath(answer.path ?? '', root)).toBe('a');
		expect(await view(context, root)).toEqual(['a -1', 'b -1', 'readme.txt 4']);
	},

	async selectFiles(context: ForeignContext) {
		await added(context);
		const root = await rootIn(context);
		await context.client.changeDownload({ params, body: { selected_files: [4] } });
		expect(await context.client.selectFiles({ params, query: { path: spellTreePath('a', root) } })).toEqual(
			{},
		);
		expect(await included(context)).toEqual([true, true, false, false, true]);
		await context.client.selectFiles({ params, query: { path: spellTreePath(paths[2] ?? '', root) } });
		expect(await included(context)).toEqual([true, true, true, false, true]);
	},

	async deselectFiles(context: ForeignContext) {
		await added(context);
		const root = await rootIn(context);
		const query = { path: spellTreePath('a/deep', root) };
		expect(await context.client.deselectFiles({ params, query })).toEqual({});
		const { flatListLags } = context.dialect;
		expect(await included(context)).toEqual([true, flatListLags, true, true, true]);
		expect([...(context.world.downloads.get(nested.infohash)?.selected ?? [])]).toEqual([0, 2, 3, 4]);
		// Returns the fields that a list of files has in all dialects.
		await context.client.changeDownload({ params, body: { selected_files: [0, 1] } });
		await context.client.deselectFiles({ params, query });
		expect(await included(context)).toEqual([true, false, false, false, false]);
		// An unknown path changes nothing and is no error.
		await context.client.deselectFiles({ params, query: { path: 'none' } });
		expect(await included(context)).toEqual([true, false, false, false, false]);
	},

	async streamFile({ client, dialect, ...context }: ForeignContext) {
		await added({ client, dialect, ...context });
		for (const [fileindex, { path, size }] of nested.files.entries()) {
			if (size === 0) continue;
			const bytes = await client.streamFile({ params: { ...params, fileindex: String(fileindex) } });
			expect(Buffer.from(bytes).equals(noiseOf(path, size))).toBe(true);
		}
		await expect(client.streamFile({ params: { ...params, fileindex: '99' } })).rejects.toMatchObject({
			kind: 'not-found',
		});

		// A part of the file. The range header of 7.x does not follow HTTP.
		const part = (range: string) =>
			client.http.read({
				method: 'GET',
				path: `/downloads/${nested.infohash}/stream/0`,
				accept: '*/*',
				headers: { range },
				timeout: 10_000,
			});
		const content = noiseOf(paths[0] ?? '', nested.files[0]?.size ?? 0);
		expect(Buffer.from(await part('bytes=1000-1099')).equals(content.subarray(1000, 1100))).toBe(true);
		expect(Buffer.from(await part('bytes=39900-')).equals(content.subarray(39_900))).toBe(true);
		await expect(part('bytes=99999999-')).rejects.toMatchObject({ kind: 'refused', status: 416 });
	},
} as const;
