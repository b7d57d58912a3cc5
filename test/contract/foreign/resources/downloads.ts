import { numberOf, numbersOf, textOf, truthOf } from '../body.ts';
import type { Dialect } from '../dialect.ts';
import { ok, Refusal, type Request, type Route, route } from '../route.ts';
import { createDownload, type ForeignDownload, look, running } from '../world/downloads.ts';
import { torrentAt, torrentFileOf } from '../world/torrents.ts';
import type { World } from '../world/world.ts';
import { renderDownload } from './render-download.ts';

/** GET, PUT, PATCH and DELETE of downloads, and their .torrent files. */
export function downloadRoutes(dialect: Dialect, world: World): Route[] {
	const { downloads } = world;
	return [
		route('GET', '/downloads', ({ query }) => {
			const { loading } = world;
			// 7.11 fails while it loads, 7.14 shows none, 8.x those that it has.
			if (loading && !dialect.checkpoints) throw new Error('the session is not there yet');
			for (const download of downloads.values()) look(download);
			const shown = loading && dialect.family !== '8.x' ? [] : [...downloads.values()];
			return ok({
				downloads: shown
					.filter((download) => isAskedFor(dialect, download, query))
					.map((download) => renderDownload(dialect, download, query)),
				checkpoints: dialect.checkpoints
					? {
							total: loading?.total ?? downloads.size,
							loaded: loading?.loaded ?? downloads.size,
							all_loaded: !loading,
						}
					: undefined,
			});
		}),

		route('PUT', '/downloads', (request) => {
			const fields = request.fields();
			const uri = textOf(fields, 'uri') ?? (dialect.name === 'doc A' ? textOf(fields, 'torrent') : undefined);
			if (uri === undefined) throw new Refusal(400, 'uri parameter missing');
			const hops = numberOf(dialect, fields, 'anon_hops') ?? 0;
			const safeSeeding = truthOf(dialect, fields, 'safe_seeding') ?? false;
			if (hops > 0 && !safeSeeding) {
				throw new Refusal(400, 'Cannot set anonymous download without safe seeding enabled');
			}
			const torrent = torrentAt(uri);
			if (!torrent) throw new Refusal(500, sourceFault(uri));
			const { infohash } = torrent;
			if (!downloads.has(infohash)) {
				const wish = {
					torrent,
					destination: textOf(fields, 'destination') ?? '/srv/downloads',
					hops,
					safeSeeding,
					selected: numbersOf(dialect, fields, 'selected_files'),
					broken: dialect.fields === '8.4' ? ('STOPPED_ON_ERROR' as const) : ('STOPPED' as const),
				};
				downloads.set(infohash, createDownload(wish));
			}
			return ok({ started: true, infohash });
		}),

		route('DELETE', '/downloads/{infohash}', (request) => {
			const fields = request.fields();
			if (truthOf(dialect, fields, 'remove_data') === undefined) {
				throw new Refusal(400, 'remove_data parameter missing');
			}
			const { infohash } = downloadOf(world, request).torrent;
			downloads.delete(infohash);
			return ok({ removed: true, infohash });
		}),

		route('PATCH', '/downloads/{infohash}', (request) => {
			const fields = request.fields();
			const download = downloadOf(world, request);
			const hops = numberOf(dialect, fields, 'anon_hops');
			if (hops !== undefined) {
				if (Object.keys(fields).length > 1) {
					throw new Refusal(400, 'anon_hops must be the only parameter in this request');
				}
				download.hops = hops;
			}
			select(dialect, download, numbersOf(dialect, fields, 'selected_files'));
			const state = textOf(fields, 'state');
			if (state !== undefined) order(download, state);
			return ok({ modified: true, infohash: download.torrent.infohash });
		}),

		route('GET', '/downloads/{infohash}/torrent', (request) => {
			const { torrent } = downloadOf(world, request);
			if (torrent.files.length === 0) throw new Refusal(404, 'this download does not exist');
			return { bytes: torrentFileOf(torrent), headers: { 'content-type': 'application/x-bittorrent' } };
		}),
	];
}

/** The download a path names; 404 when there is none, a fault when the infohash is no hexadecimal. */
export function downloadOf(world: World, { params }: Request): ForeignDownload {
	const infohash = params.infohash ?? '';
	if (!/^([0-9a-f]{2})*$/i.test(infohash)) throw new Error('Non-hexadecimal digit found');
	const download = world.downloads.get(infohash.toLowerCase());
	if (!download) throw new Refusal(404, 'this download does not exist');
	return download;
}

function isAskedFor(dialect: Dialect, download: ForeignDownload, query: URLSearchParams): boolean {
	if (!dialect.filters) return true;
	const { infohash } = download.torrent;
	const only = query.get('infohash');
	return (only === null || only === infohash) && query.get('excluded') !== infohash;
}

function select(dialect: Dialect, download: ForeignDownload, selected: number[] | undefined): void {
	if (!selected) return;
	const { files } = download.torrent;
	if (selected.some((index) => !(index in files))) throw new Refusal(400, 'index out of range');
	const all = selected.length === 0 && dialect.emptySelection === 'all';
	download.selected = new Set(all ? files.keys() : selected);
}

function order(download: ForeignDownload, state: string): void {
	const after = download.status;
	if (state === 'stop') download.next = ['STOPPED'];
	else if (state === 'resume') download.next = [running(download)];
	else if (state === 'recheck') download.next = ['HASHCHECKING', after];
	else throw new Refusal(400, 'unknown state parameter');
}

function sourceFault(uri: string): string {
	if (uri.startsWith('file:')) return `[Errno 2] No such file or directory: '${uri.slice(7)}'`;
	if (uri.startsWith('magnet:')) return 'Missing infohash';
	if (uri.startsWith('http')) return `404, message='File not found', url=URL('${uri}')`;
	return 'invalid uri';
}
