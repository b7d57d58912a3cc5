import type { CallOptions, Client } from '../../client/client.ts';
import { NotFoundError, RefusedError } from '../../client/http/errors.ts';
import { readFiles } from '../../client/items/file-list.ts';
import { canonicalPath, spellTreePath } from '../../protocol/repair/file-tree.ts';
import type { File } from '../../protocol/resources/file.ts';
import type { FilesQuery } from '../../state/files/window.ts';

type View = Extract<FilesQuery, { kind: 'view' }>;

/** Indices of folders in a view. */
const COLLAPSED_INDEX = -1;
const EXPANDED_INDEX = -2;

/** Maximum requests of a view for one result. Nested folders are visible only after their parents are expanded. */
const MAX_ROUNDS = 8;

interface SteeredView {
	/** Canonical paths. */
	readonly files: readonly File[];
	/** Whether all its folders are expanded as here, except those that the service refuses to change. */
	readonly isSteered: boolean;
}

/**
 * Returns the visible page of the service's tree, with canonical paths. First expands or collapses folders that
 * differ from here; folders that the service refuses to change are skipped.
 */
export async function steerView(
	client: Client,
	infohash: string,
	root: string,
	view: View,
	options: CallOptions,
): Promise<SteeredView> {
	const query = { view_start_path: spellTreePath(view.after, root), view_size: view.size };
	const steered = new Set<string>();
	const steer = async (path: string, open: boolean): Promise<void> => {
		steered.add(path);
		const request = { params: { infohash }, query: { path: root + path } };
		try {
			await (open ? client.expandFiles(request, options) : client.collapseFiles(request, options));
		} catch (error) {
			if (!(error instanceof NotFoundError || error instanceof RefusedError)) throw error;
		}
	};
	for (let round = 1; ; round++) {
		const page = await readFiles(client, { params: { infohash }, query }, options);
		const files = page.map((file) => ({ ...file, name: canonicalPath(file.name, root) }));
		const other = toSteer(files, view).filter(([path]) => !steered.has(path));
		if (other.length === 0 || round === MAX_ROUNDS) return { files, isSteered: other.length === 0 };
		for (const [path, open] of other) await steer(path, open);
	}
}

/** Returns the folders whose state differs from here. */
function toSteer(files: readonly File[], { folders, around, first }: View): [path: string, open: boolean][] {
	// A page with another start follows a folder that is collapsed in the service and contains the start.
	if (around.length > 0 && files[0]?.name !== first) return around.map((path) => [path, true]);
	return files.flatMap(({ index, name }) => {
		const open = folders.get(name);
		if (open === undefined || (index !== COLLAPSED_INDEX && index !== EXPANDED_INDEX)) return [];
		return open === (index === EXPANDED_INDEX) ? [] : [[name, open] as [string, boolean]];
	});
}
