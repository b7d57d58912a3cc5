import { treeBeginning } from '../../protocol/repair/file-tree.ts';
import type { Downloads } from '../downloads/downloads.ts';
import { FileTrees } from '../downloads/file-trees.ts';
import { listFiles } from '../downloads/files.ts';
import { invalidParameter } from '../fault.ts';
import type { Handlers } from '../http/route.ts';
import type { Metainfo } from '../metainfo/metainfo.ts';
import type { DownloadRecord } from '../storage/record.ts';

/** Entries of a view, unless told. */
const viewSize = 100;

type FileHandlers = Pick<
	Handlers,
	'listFiles' | 'expandFiles' | 'collapseFiles' | 'selectFiles' | 'deselectFiles'
>;

/** The files of a download, as a list and as a tree that is read in views. */
export function fileRoutes(downloads: Downloads): FileHandlers {
	const trees = new FileTrees();

	const known = (infohash: string): { record: DownloadRecord; metainfo: Metainfo } => {
		const record = downloads.get(infohash);
		const metainfo = downloads.metainfo(record);
		if (metainfo) return { record, metainfo };
		throw invalidParameter(
			record.error === ''
				? 'The files are not known yet: the metadata of this download has not arrived.'
				: `The files are not known: ${record.error}`,
		);
	};
	const steer = (infohash: string, path: string, expand: boolean) => {
		const { record, metainfo } = known(infohash);
		return { path: trees.steer(record, metainfo, path, expand) };
	};
	const choose = (infohash: string, path: string, want: boolean) => {
		const { record, metainfo } = known(infohash);
		downloads.select(record, trees.selection(record, metainfo, path, want));
		return {};
	};

	return {
		async listFiles({ params, query: { view_start_path: start, view_size: size } }) {
			const record = downloads.get(params.infohash);
			if (start === undefined && size === undefined) return { files: listFiles(downloads, record) };
			const metainfo = downloads.metainfo(record);
			if (!metainfo) return { files: [] };
			return { files: trees.view(record, metainfo, start ?? treeBeginning, size ?? viewSize) };
		},
		expandFiles: async ({ params, query }) => steer(params.infohash, query.path, true),
		collapseFiles: async ({ params, query }) => steer(params.infohash, query.path, false),
		selectFiles: async ({ params, query }) => choose(params.infohash, query.path, true),
		deselectFiles: async ({ params, query }) => choose(params.infohash, query.path, false),
	};
}
