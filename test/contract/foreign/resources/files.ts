import type { Dialect } from '../dialect.ts';
import { Float } from '../python-json.ts';
import { type Answer, ok, Refusal, type Request, type Route, route } from '../route.ts';
import type { ForeignDownload } from '../world/downloads.ts';
import { contentOf, type ForeignTorrent } from '../world/torrents.ts';
import type { World } from '../world/world.ts';
import { downloadOf } from './downloads.ts';
import { filesBelow, viewOf } from './file-tree.ts';
import { truthsOf } from './render-download.ts';

/** Files, the tree of them, and their content. */
export function fileRoutes(dialect: Dialect, world: World): Route[] {
	const files = route('GET', '/downloads/{infohash}/files', (request) => {
		const download = downloadOf(world, request);
		const start = request.query.get('view_start_path');
		// A service without trees lists all files for any view.
		if (start === null || !dialect.has.has('tree')) return ok({ files: fileList(dialect, download) });
		const size = Number(request.query.get('view_size') ?? 100);
		return ok({ files: viewOf(dialect, download, start, size) });
	});

	const steer = (action: string, act: (download: ForeignDownload, path: string) => unknown) =>
		route('GET', `/downloads/{infohash}/files/${action}`, (request) => {
			const download = downloadOf(world, request);
			const path = request.query.get('path');
			if (path === null) throw new Refusal(400, 'path parameter missing');
			return ok(act(download, path) ?? {});
		});
	const tree = [
		steer('expand', (download, path) => {
			download.expanded.add(path);
			return { path };
		}),
		steer('collapse', (download, path) => {
			download.expanded.delete(path);
			return { path };
		}),
		steer('select', (download, path) => {
			for (const index of filesBelow(dialect, download, path)) {
				download.selected.add(index);
				download.listed?.add(index);
			}
		}),
		steer('deselect', (download, path) => {
			for (const index of filesBelow(dialect, download, path)) {
				download.selected.delete(index);
				if (dialect.flatListLags) download.listed?.delete(index);
				else download.listed = new Set(download.selected);
			}
		}),
	];
	const stream = route('GET', '/downloads/{infohash}/stream/{fileindex}', (request) => {
		const { torrent } = downloadOf(world, request);
		return streamOf(dialect, torrent, request);
	});
	return [files, ...(dialect.has.has('tree') ? tree : []), ...(dialect.has.has('stream') ? [stream] : [])];
}

export function fileList(dialect: Dialect, download: ForeignDownload): object[] {
	const truth = truthsOf(dialect);
	const { listed } = download;
	return download.torrent.files.map(({ path, size }, index) => ({
		index,
		name: path,
		size,
		included: truth(listed === undefined || listed.has(index)),
		// A file without bytes is complete: the integer 1 there.
		progress: size === 0 ? 1 : new Float(download.complete ? 1 : 0.25),
	}));
}

/** 7.x answers every request as a part. Its range header has no unit and an exclusive end. */
function streamOf(dialect: Dialect, torrent: ForeignTorrent, request: Request): Answer {
	const content = contentOf(torrent, Number(request.params.fileindex));
	if (!content) throw new Refusal(404, 'this file does not exist');
	const range = /^bytes=(\d+)-(\d*)$/.exec(request.range ?? '');
	const from = Number(range?.[1] ?? 0);
	const to = range?.[2] ? Number(range[2]) + 1 : content.length;
	if (from >= content.length) return { status: 416, bytes: Buffer.from('Requested Range Not Satisfiable') };
	const bytes = content.subarray(from, to);
	if (dialect.range === 'standard') {
		if (!range) return { bytes, headers: { 'content-type': 'video/mp4', 'accept-ranges': 'bytes' } };
		const headers = {
			'content-type': 'video/mp4',
			'content-range': `bytes ${from}-${to - 1}/${content.length}`,
		};
		return { status: 206, bytes, headers };
	}
	return { status: 206, bytes, headers: { 'content-range': `${from}-${to}/${content.length}` } };
}
