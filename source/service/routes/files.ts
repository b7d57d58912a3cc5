import type { Metainfo } from '../../metainfo/metainfo.ts';
import { inSlices } from '../../metainfo/slices.ts';
import { treeBeginning } from '../../protocol/repair/file-tree.ts';
import type { Downloads } from '../downloads/downloads.ts';
import { FileTrees } from '../downloads/file-trees.ts';
import { listFiles, writeFiles } from '../downloads/files.ts';
import { invalidParameter } from '../http/http-error.ts';
import { JsonBytes } from '../http/json-bytes.ts';
import type { Handlers } from '../http/route.ts';
import type { DownloadRecord } from '../storage/record.ts';

/** Default number of entries in a view. */
const MAX_VIEW_ENTRIES = 100;

/** Handlers for the files of a download, as a list and as a tree read in views. */
export function fileRoutes({ registry, changes }: Downloads) {
	const trees = new FileTrees();

	/**
	 * Prepares metainfo and tree in slices, so that other requests do not wait. The download may be removed
	 * meanwhile.
	 */
	const prepare = async (infohash: string): Promise<void> => {
		const metainfo = registry.metainfo(await registry.requireParsed(infohash));
		if (metainfo) await trees.prepare(metainfo);
	};
	const known = (infohash: string): { record: DownloadRecord; metainfo: Metainfo } => {
		const record = registry.require(infohash);
		const metainfo = registry.metainfo(record);
		if (metainfo) return { record, metainfo };
		throw invalidParameter(
			record.error === ''
				? 'The files are not known yet: the metadata of this download has not arrived.'
				: `The files are not known: ${record.error}`,
		);
	};
	const setExpanded = async (infohash: string, path: string, expand: boolean) => {
		await prepare(infohash);
		const { record, metainfo } = known(infohash);
		return { path: trees.setExpanded(record, metainfo, path, expand) };
	};
	const choose = async (infohash: string, path: string, want: boolean) => {
		await prepare(infohash);
		const { record, metainfo } = known(infohash);
		changes.apply(record, { selected: trees.selection(record, metainfo, path, want) });
		return {};
	};

	return {
		async listFiles({ params, query: { view_start_path: start, view_size: size } }) {
			if (start === undefined && size === undefined) {
				const files = listFiles(registry, await registry.requireParsed(params.infohash));
				return new JsonBytes(await inSlices(writeFiles(files)));
			}
			await prepare(params.infohash);
			const record = registry.require(params.infohash);
			const metainfo = registry.metainfo(record);
			if (!metainfo) return { files: [] };
			return { files: trees.view(record, metainfo, start ?? treeBeginning, size ?? MAX_VIEW_ENTRIES) };
		},
		expandFiles: ({ params, query }) => setExpanded(params.infohash, query.path, true),
		collapseFiles: ({ params, query }) => setExpanded(params.infohash, query.path, false),
		selectFiles: ({ params, query }) => choose(params.infohash, query.path, true),
		deselectFiles: ({ params, query }) => choose(params.infohash, query.path, false),
	} satisfies Partial<Handlers>;
}
