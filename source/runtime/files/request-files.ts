import type { CallOptions, Client } from '../../client/client.ts';
import { AbsentError, ClientError } from '../../client/http/errors.ts';
import { readFiles } from '../../client/items/file-list.ts';
import { TimeSlice } from '../../concurrency/time-slice.ts';
import { repairTree, rootOfTree, treeBeginning } from '../../protocol/repair/file-tree.ts';
import type { File } from '../../protocol/resources/file.ts';
import type { FilesSlice } from '../../state/files/files.ts';
import type { FilesAnswer } from '../../state/files/message.ts';
import { priorityBit } from '../../state/files/priorities.ts';
import { type FileTree, pathOf } from '../../state/files/tree.ts';
import { type FilesQuery, filesQueryOf } from '../../state/files/window.ts';
import { isPadding, makingTree } from './make-tree.ts';
import { steerView } from './steer-view.ts';

/** Requests the missing or visible files of a download. */
export async function requestFiles(
	client: Client,
	of: string,
	slice: FilesSlice,
	options: CallOptions,
): Promise<FilesAnswer> {
	const question = filesQueryOf(slice);
	switch (question.kind) {
		case 'first':
			return requestFirstView(client, of, slice, question, options);
		case 'all':
			return requestAllFiles(client, of, slice, slice.api ?? 'list', options);
		case 'view':
			try {
				const { files, isSteered } = await steerView(client, of, slice.root, question, options);
				const asked = isSteered ? { after: question.after, steps: slice.steps } : undefined;
				return { type: 'view', of, files, asked, version: slice.version, at: Date.now() };
			} catch (error) {
				// The service may have been replaced by a release without trees.
				if (!(error instanceof AbsentError)) throw error;
				return requestAllFiles(client, of, slice, 'list', options);
			}
	}
}

async function requestAllFiles(
	client: Client,
	of: string,
	slice: FilesSlice,
	way: 'tree' | 'list',
	options: CallOptions,
): Promise<FilesAnswer> {
	const files = await readFiles(client, { params: { infohash: of } }, options);
	return allFilesAnswer(of, slice, files, way);
}

/** Requests the first view. A service without trees returns all files. */
async function requestFirstView(
	client: Client,
	of: string,
	slice: FilesSlice,
	{ size }: Extract<FilesQuery, { kind: 'first' }>,
	options: CallOptions,
): Promise<FilesAnswer> {
	const query = { view_start_path: treeBeginning, view_size: size };
	const files = await readFiles(client, { params: { infohash: of }, query }, options);
	if (files.length === 0) return { type: 'none', of };
	if (!(await hasTrees(client, of, options))) return allFilesAnswer(of, slice, files, 'list');
	const root = rootOfTree(files);
	return { type: 'page', of, root, files: repairTree(files, root) };
}

/**
 * Returns whether the service has trees. A view without folders may be a tree or a list. So it expands the root, which
 * succeeds only in a tree.
 */
async function hasTrees(client: Client, infohash: string, options: CallOptions): Promise<boolean> {
	if (client.absent.has('expandFiles')) return false;
	try {
		await client.expandFiles({ params: { infohash }, query: { path: '.' } }, options);
		return true;
	} catch (error) {
		// Files that cannot be expanded can still be read as a list.
		if (error instanceof AbsentError) return false;
		if (error instanceof ClientError && error.kind === 'refused') return false;
		throw error;
	}
}

/** Builds a tree of all files in time slices. Reuses the known tree if only progress and selection changed. */
async function allFilesAnswer(
	of: string,
	slice: FilesSlice,
	files: readonly File[],
	way: 'tree' | 'list',
): Promise<FilesAnswer> {
	const at = Date.now();
	const turns = new TimeSlice();
	const known = slice.all?.tree;
	const tree = known && (await isSameTree(known, files, turns)) ? known : await buildTree(files, turns);
	if (tree.nodes.size === 0) return { type: 'none', of };
	const selected = new Uint8Array(tree.parents.length);
	const progress = new Float64Array(tree.parents.length);
	const priorities = new Uint8Array(tree.parents.length);
	turns.begin();
	for (const file of files) {
		const node = tree.nodes.get(file.index);
		if (node === undefined) continue;
		// The default of services is to download every file.
		selected[node] = file.included === false ? 0 : 1;
		progress[node] = file.progress ?? Number.NaN;
		priorities[node] = priorityBit(file);
		if (turns.over) await turns.next();
	}
	return { type: 'all', of, way, tree, selected, progress, priorities, version: slice.version, at };
}

async function buildTree(files: readonly File[], turns: TimeSlice): Promise<FileTree> {
	const steps = makingTree(files);
	turns.begin();
	for (;;) {
		const { done, value } = steps.next();
		if (done) return value;
		if (turns.over) await turns.next();
	}
}

/** Whether a list matches a tree, except for selection and progress. Yields between steps. */
async function isSameTree(tree: FileTree, files: readonly File[], turns: TimeSlice): Promise<boolean> {
	let count = 0;
	turns.begin();
	for (const file of files) {
		if (isPadding(file)) continue;
		const node = tree.nodes.get(file.index);
		if (node === undefined || !Object.is(tree.sizes[node], file.size ?? Number.NaN)) return false;
		if (pathOf(tree, node) !== file.name) return false;
		count++;
		if (turns.over) await turns.next();
	}
	return count === tree.nodes.size;
}
