import { canonicalStatus } from './download-status.ts';

/**
 * Where answers of services in the field differ from the interface's shapes, and what is made of it. Everything
 * that is not understood is left as it came: decoding reports it.
 */

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function repairDownload(download: unknown): unknown {
	if (!isFields(download)) return download;
	const repaired: Fields = { ...download };
	if (typeof repaired.status === 'string') repaired.status = canonicalStatus(repaired.status);
	if (typeof repaired.infohash === 'string') repaired.infohash = repaired.infohash.toLowerCase();
	// [A] spells it vod_mod; 8.1 has the all_time fields alone; 8.4 has limits of its own, -1 for none.
	if (!('vod_mode' in repaired) && 'vod_mod' in repaired) repaired.vod_mode = repaired.vod_mod;
	if (!('ratio' in repaired) && 'all_time_ratio' in repaired) repaired.ratio = repaired.all_time_ratio;
	if (!('total_up' in repaired) && 'all_time_upload' in repaired)
		repaired.total_up = repaired.all_time_upload;
	if (!('total_down' in repaired) && 'all_time_download' in repaired)
		repaired.total_down = repaired.all_time_download;
	if (!('max_upload_speed' in repaired) && typeof repaired.upload_limit === 'number')
		repaired.max_upload_speed = Math.max(0, repaired.upload_limit);
	if (!('max_download_speed' in repaired) && typeof repaired.download_limit === 'number')
		repaired.max_download_speed = Math.max(0, repaired.download_limit);
	return repaired;
}

/** GET /downloads. */
export function repairDownloads(answer: unknown): unknown {
	if (!isFields(answer) || !Array.isArray(answer.downloads)) return answer;
	return { ...answer, downloads: answer.downloads.map(repairDownload) };
}

/** PUT /downloads: the [A] text calls uri torrent, and forms name lists with brackets. */
export function repairAddition(body: unknown): unknown {
	if (!isFields(body)) return body;
	const { torrent, ...rest } = body;
	return repairSelection('uri' in rest || torrent === undefined ? rest : { ...rest, uri: torrent });
}

/** PATCH /downloads/{infohash}: the interface names the list selected_files[], JSON bodies selected_files. */
export function repairSelection(body: unknown): unknown {
	if (!isFields(body) || !('selected_files[]' in body)) return body;
	const { 'selected_files[]': selected, ...rest } = body;
	return { selected_files: selected, ...rest };
}
