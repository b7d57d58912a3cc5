import { type Fields, isFields } from '../../basics/fields.ts';
import { canonicalStatus } from '../download-status.ts';
import type { UnsentRequest } from '../endpoint.ts';
import { each, inList, isNegative, type OwnFields, withoutNegative } from './fields.ts';

const repairList = inList('downloads', repairDownload);

/**
 * GET /downloads. Every known release returns all downloads, whatever the query. 8.x only restricts peers and pieces
 * to the requested one. This function removes downloads that were not requested.
 */
export function repairDownloads(answer: unknown, request?: UnsentRequest): unknown {
	const repaired = repairList(answer);
	if (!isFields(repaired) || !Array.isArray(repaired.downloads)) return repaired;
	const isRequested = requestedBy(request);
	return isRequested ? { ...repaired, downloads: repaired.downloads.filter(isRequested) } : repaired;
}

/** Returns a function that repairs one download of the list. It returns undefined for a download that was not requested. */
export function downloadRepair(request: UnsentRequest): (download: Fields) => Fields | undefined {
	const isRequested = requestedBy(request);
	if (!isRequested) return repairDownload;
	return (download) => {
		const repaired = repairDownload(download);
		return isRequested(repaired) ? repaired : undefined;
	};
}

/** Returns undefined if all downloads were requested. */
function requestedBy(request?: UnsentRequest): ((download: unknown) => boolean) | undefined {
	const only = lowerCase(request?.query?.infohash);
	const excluded = lowerCase(request?.query?.excluded);
	if (only === undefined && excluded === undefined) return undefined;
	return (download) => {
		const infohash = isFields(download) ? download.infohash : undefined;
		return (only === undefined || infohash === only) && (excluded === undefined || infohash !== excluded);
	};
}

/** GET /downloads: 8.x only accepts lower-case infohashes. */
export function spellDownloads(request: UnsentRequest): UnsentRequest {
	const { infohash, excluded, ...query } = request.query ?? {};
	const lower = { infohash: lowerCase(infohash), excluded: lowerCase(excluded) };
	return { ...request, query: { ...query, ...lower } };
}

function lowerCase(value: unknown): string | undefined {
	return typeof value === 'string' ? value.toLowerCase() : undefined;
}

function repairDownload(download: Fields): Fields {
	return isUsual(download) ? download : repairUnusual(download);
}

/** Whether nothing has to be repaired. Lists are long: this has no loops over names, which are slow at a start. */
function isUsual(download: Fields): boolean {
	const { status, infohash, trackers } = download;
	if (typeof status !== 'string' || canonicalStatus(status) !== status) return false;
	if (typeof infohash !== 'string' || infohash.toLowerCase() !== infohash) return false;
	if (download.queue_position !== undefined && isNegative(download.queue_position)) return false;
	if (isFilled(download.vod_mode, download.vod_mod)) return false;
	if (isFilled(download.ratio, download.all_time_ratio)) return false;
	if (isFilled(download.total_up, download.all_time_upload)) return false;
	if (isFilled(download.total_down, download.all_time_download)) return false;
	if (download.max_upload_speed === undefined || download.max_download_speed === undefined) return false;
	if (download.name === UNKNOWN_NAME || Array.isArray(download.peers)) return false;
	if (!Array.isArray(trackers)) return true;
	for (let index = 0; index < trackers.length; index++) {
		const tracker: unknown = trackers[index];
		if (!isFields(tracker)) continue;
		if (isNegative(tracker.peers) || isNegative(tracker.seeds) || isNegative(tracker.leeches)) return false;
	}
	return true;
}

/** Whether another field has the value of a missing one. */
function isFilled(value: unknown, other: unknown): boolean {
	return (value === undefined || value === null) && other !== undefined;
}

/** Copies the download only if it differs from the interface, and shallowly. */
function repairUnusual(download: Fields): Fields {
	let repaired = withoutNegative(download, unknownPlaces);
	for (const [wanted, other] of otherNames) {
		if (isFilled(repaired[wanted], repaired[other]))
			repaired = withField(download, repaired, wanted, repaired[other]);
	}
	const { status, infohash } = repaired;
	if (typeof status === 'string') repaired = withField(download, repaired, 'status', canonicalStatus(status));
	if (typeof infohash === 'string')
		repaired = withField(download, repaired, 'infohash', infohash.toLowerCase());
	for (const [limit, own] of limitNames) {
		const value = repaired[limit] === undefined ? repaired[own] : undefined;
		if (typeof value === 'number') repaired = withField(download, repaired, limit, Math.max(0, value));
	}
	if (isUnnamed(repaired)) repaired = withField(download, repaired, 'name', repaired.infohash);
	const { trackers, peers } = repaired;
	if (Array.isArray(trackers))
		repaired = withField(download, repaired, 'trackers', each(trackers, repairTracker));
	if (Array.isArray(peers)) repaired = withField(download, repaired, 'peers', each(peers, repairPeer));
	return repaired;
}

/** Sets a field of the copy `item` of `original`, which it creates if both are the same object. */
function withField(original: Fields, item: Fields, name: string, value: unknown): Fields {
	if (item[name] === value) return item;
	const copy: OwnFields = item === original ? { ...item } : item;
	copy[name] = value;
	return copy;
}

/** Name that services in the field give magnet links without a name until their metadata arrives. */
const UNKNOWN_NAME = 'Unknown name';

function isUnnamed({ name, size, total_pieces: pieces }: Fields): boolean {
	return name === UNKNOWN_NAME && !(Number(size) > 0) && !(Number(pieces) > 0);
}

/** [A] spells it vod_mod. 8.1 only has the all_time fields. */
const otherNames = [
	['vod_mode', 'vod_mod'],
	['ratio', 'all_time_ratio'],
	['total_up', 'all_time_upload'],
	['total_down', 'all_time_download'],
] as const;

/** 8.4 has other names of limits, with -1 for none. */
const limitNames = [
	['max_upload_speed', 'upload_limit'],
	['max_download_speed', 'download_limit'],
] as const;

/** 8.4 reports unknown numbers as -1. */
const unknownPlaces = ['queue_position'] as const;
const unknownCounts = ['peers', 'seeds', 'leeches'] as const;
const repairTracker = (tracker: Fields) => withoutNegative(tracker, unknownCounts);

/** Converts states to text as in the interface. [A] has integers. */
function repairPeer(peer: Fields): Fields {
	if (typeof peer.wstate !== 'number' && typeof peer.rstate !== 'number') return peer;
	return { ...peer, ...textOf(peer, 'wstate'), ...textOf(peer, 'rstate') };
}

function textOf(peer: Fields, name: string): Fields {
	return typeof peer[name] === 'number' ? { [name]: String(peer[name]) } : {};
}

/** PUT /downloads, on the service's side. [A] calls uri torrent, and forms name lists with brackets. */
export function repairAddition(body: unknown): unknown {
	if (!isFields(body)) return body;
	const { torrent, ...rest } = body;
	return repairSelection('uri' in rest || torrent === undefined ? rest : { ...rest, uri: torrent });
}

/** PATCH /downloads/{infohash}: 8.4 has other names of limits, with -1 for none. */
export function spellChange(request: UnsentRequest): UnsentRequest {
	const { body } = request;
	if (!isFields(body)) return request;
	const named = limitNames.flatMap(([limit, own]) => {
		const value = body[limit];
		return typeof value === 'number' ? [[own, value > 0 ? value : -1]] : [];
	});
	return { ...request, body: { ...body, ...Object.fromEntries(named) } };
}

/**
 * PATCH /downloads/{infohash}, on the service's side. Converts the limit names of 8.4, then applies
 * `repairSelection`.
 */
export function repairChange(body: unknown): unknown {
	if (!isFields(body)) return body;
	const { download_limit: down, upload_limit: up, ...rest } = body;
	return repairSelection({
		...(down === undefined ? {} : { max_download_speed: down }),
		...(up === undefined ? {} : { max_upload_speed: up }),
		...rest,
	});
}

/** PUT /downloads/import, on the service's side. A form has lists with brackets. */
export function repairImport(body: unknown): unknown {
	const repaired = repairSelection(body);
	if (!isFields(repaired)) return repaired;
	const { 'trackers[]': trackers, ...rest } = repaired;
	return trackers === undefined ? rest : { trackers, ...rest };
}

/**
 * PATCH /downloads/{infohash}, on the service's side. The interface names the list selected_files[], JSON bodies
 * selected_files. A form sends the empty list as one empty value: `selected_files[]=`.
 */
export function repairSelection(body: unknown): unknown {
	if (!isFields(body)) return body;
	const { 'selected_files[]': bracketed, ...rest } = body;
	const selected = 'selected_files' in rest ? rest.selected_files : bracketed;
	if (selected === undefined) return rest;
	const empty = selected === '' || (Array.isArray(selected) && selected.length === 1 && selected[0] === '');
	return { ...rest, selected_files: empty ? [] : selected };
}
