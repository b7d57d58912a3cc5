import { isUtf8 } from 'node:buffer';
import { numberOf, numbersOf, textOf, truthOf } from '../body.ts';
import type { Dialect } from '../dialect.ts';
import { CrashError, ok, Refusal, type Request, type Route, route } from '../route.ts';
import { createDownload, type ForeignDownload, look, running } from '../world/downloads.ts';
import { parseUpload } from '../world/parse-torrent.ts';
import { type ForeignTorrent, namedBy, torrentAt, torrentFileOf } from '../world/torrents.ts';
import type { World } from '../world/world.ts';
import { RATIO, renderDownload, SEEDING_S } from './render-download.ts';

/** GET, PUT, PATCH and DELETE of downloads, and their .torrent files. */
export function downloadRoutes(dialect: Dialect, world: World): Route[] {
	const { downloads } = world;
	return [
		route('GET', '/downloads', ({ query }) => {
			const { loading } = world;
			// 7.11 fails while it loads, 7.14 returns none, 8.x the loaded ones.
			if (loading && !dialect.checkpoints) throw new Error('the session is not there yet');
			for (const download of downloads.values()) {
				look(download);
				if (dialect.family === '8.x') endSeeding(world, download);
			}
			const shown = loading && dialect.family !== '8.x' ? [] : [...downloads.values()];
			return ok({
				downloads: shown
					.filter((download) => isRequested(dialect, download, query))
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
			const addition = isUpload(dialect, request)
				? uploadOf(request)
				: additionOf(dialect, world, fieldsOf(dialect, request));
			const defaults = additionDefaults(dialect, world);
			const { hops, safeSeeding = defaults.safeSeeding } = addition;
			if ((hops ?? 0) > 0 && !safeSeeding) {
				throw new Refusal(400, 'Cannot set anonymous download without safe seeding enabled');
			}
			const torrent = namedBy(dialect, addition.torrent());
			const { infohash } = torrent;
			if (!downloads.has(infohash)) {
				const options = {
					torrent,
					destination: addition.destination ?? '/srv/downloads',
					hops: hops ?? defaults.hops,
					safeSeeding: safeSeeding || (dialect.forcesSafeSeeding && defaults.safeSeeding),
					selected: addition.selected,
					broken: dialect.fields === '8.4' ? ('STOPPED_ON_ERROR' as const) : ('STOPPED' as const),
				};
				downloads.set(infohash, createDownload(options));
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
			limit(dialect, download, fields);
			select(dialect, download, numbersOf(dialect, fields, 'selected_files'));
			const state = textOf(fields, 'state');
			if (state === 'move_storage' && dialect.missingFolder !== undefined) {
				const target = textOf(fields, 'dest_dir') ?? '';
				// The folders of /srv exist.
				if (!target.startsWith('/srv/')) {
					const message = `Target directory (${target}) does not exist`;
					if (dialect.missingFolder === 'refused') throw new Refusal(400, message);
					return ok({ error: message });
				}
				if (!world.ignoresMoves) moveData(dialect, download, world.linkedFolder ?? target);
			} else if (state !== undefined) order(download, state);
			if (dialect.queues) moveInQueue(world, download, fields.queue_position);
			return ok({ modified: true, infohash: download.torrent.infohash });
		}),

		route('GET', '/downloads/{infohash}/torrent', (request) => {
			const { torrent } = downloadOf(world, request);
			if (torrent.files.length === 0) throw new Refusal(404, 'this download does not exist');
			return { bytes: torrentFileOf(torrent), headers: { 'content-type': 'application/x-bittorrent' } };
		}),
	];
}

/** Returns the defaults of an addition: in 8.x those of the settings. */
function additionDefaults({ family, additionDefaults }: Dialect, { settings }: World) {
	if (family !== '8.x') return additionDefaults;
	const { number_hops: hops, safeseeding_enabled: safeSeeding } = settings.libtorrent.download_defaults;
	return { hops: Number(hops ?? 1), safeSeeding: safeSeeding !== false };
}

/** Stops a seeding download as 8.x do by their settings, each second. */
function endSeeding({ settings }: World, download: ForeignDownload): void {
	const {
		seeding_mode: mode,
		seeding_ratio: ratio,
		seeding_time: seconds,
	} = settings.libtorrent.download_defaults;
	if (download.status !== 'SEEDING') return;
	const isOver =
		mode === 'never' ||
		(mode === 'ratio' && RATIO >= Number(ratio)) ||
		(mode === 'time' && SEEDING_S >= Number(seconds));
	if (isOver) download.status = 'STOPPED';
}

/** Returns the download that a path names. 404 if there is none, a fault if the infohash is not hexadecimal. */
export function downloadOf(world: World, { params }: Request): ForeignDownload {
	const infohash = params.infohash ?? '';
	if (!/^([0-9a-f]{2})*$/i.test(infohash)) throw new Error('Non-hexadecimal digit found');
	const download = world.downloads.get(infohash.toLowerCase());
	if (!download) throw new Refusal(404, 'this download does not exist');
	return download;
}

function isRequested(dialect: Dialect, download: ForeignDownload, query: URLSearchParams): boolean {
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
	download.listed = all ? undefined : new Set(selected);
}

/** Releases before 8.4 show the new folder at once. */
function moveData({ fields }: Dialect, download: ForeignDownload, target: string): void {
	download.destination = target;
	if (fields === '8.4') download.next = ['MOVING', download.status];
}

/** Moves a queued download, and those between its places by one. Others, and unknown words, stay. */
function moveInQueue({ downloads }: World, moved: ForeignDownload, target: unknown): void {
	if (moved.place < 0) return;
	const queue = [...downloads.values()].filter(({ place }) => place >= 0 && place !== moved.place);
	const targets: Readonly<Record<string, number>> = {
		queue_top: 0,
		queue_up: moved.place - 1,
		queue_down: moved.place + 1,
		queue_bottom: queue.length,
	};
	const wanted = typeof target === 'string' ? targets[target] : target;
	if (typeof wanted !== 'number') return;
	queue.sort((one, other) => one.place - other.place);
	queue.splice(Math.max(0, Math.min(queue.length, wanted)), 0, moved);
	for (const [place, download] of queue.entries()) download.place = place;
}

function order(download: ForeignDownload, state: string): void {
	const after = download.status;
	if (state === 'stop') download.next = ['STOPPED'];
	else if (state === 'resume') download.next = [running(download)];
	else if (state === 'recheck') download.next = ['HASHCHECKING', after];
	else throw new Refusal(400, 'unknown state parameter');
}

/** Limits have the names of 8.4. Those of the interface are accepted without effect. */
function limit(
	dialect: Dialect,
	{ limits }: ForeignDownload,
	fields: Readonly<Record<string, unknown>>,
): void {
	if (!dialect.appliesLimits) return;
	limits.down = numberOf(dialect, fields, 'download_limit') ?? limits.down;
	limits.up = numberOf(dialect, fields, 'upload_limit') ?? limits.up;
}

/** An addition, from any form of request. */
interface ForeignAddition {
	readonly torrent: () => ForeignTorrent;
	readonly destination: string | undefined;
	readonly hops: number | undefined;
	readonly safeSeeding: boolean | undefined;
	readonly selected: readonly number[] | undefined;
}

/** 8.x accept a .torrent under this content type only. Any other body is read as JSON. */
function isUpload(dialect: Dialect, { contentType }: Request): boolean {
	return dialect.upload === 'taken' && contentType === 'applications/x-bittorrent';
}

/** Returns the fields of a body. Releases from 7.5 on report bytes that are no text as a crash. */
function fieldsOf(dialect: Dialect, request: Request): Readonly<Record<string, unknown>> {
	if (dialect.upload !== 'field' && !isUtf8(request.bytes)) {
		throw new CrashError("UnicodeDecodeError: 'utf-8' codec can't decode byte: invalid start byte");
	}
	return request.fields();
}

function additionOf(
	dialect: Dialect,
	world: World,
	fields: Readonly<Record<string, unknown>>,
): ForeignAddition {
	const uri = textOf(fields, 'uri') ?? (dialect.name === 'doc A' ? textOf(fields, 'torrent') : undefined);
	if (uri === undefined) throw new Refusal(400, 'uri parameter missing');
	return {
		torrent: () => torrentAt(dialect, uri, world.disk),
		destination: textOf(fields, 'destination'),
		hops: numberOf(dialect, fields, 'anon_hops'),
		safeSeeding: truthOf(dialect, fields, 'safe_seeding'),
		selected: numbersOf(dialect, fields, 'selected_files'),
	};
}

/** 8.x: options in the query, where only the word false is false, and the selected files in the .torrent itself. */
function uploadOf({ query, bytes }: Request): ForeignAddition {
	const { torrent, selected } = parseUpload(bytes);
	const [hops, safeSeeding] = [query.get('anon_hops'), query.get('safe_seeding')];
	return {
		torrent: () => torrent,
		destination: query.get('destination') ?? undefined,
		hops: hops === null ? undefined : Number(hops),
		safeSeeding: safeSeeding === null ? undefined : safeSeeding !== 'false',
		selected,
	};
}
