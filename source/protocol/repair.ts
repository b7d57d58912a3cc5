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

/** GET /mychannel: {overview} in the interface, {mychannel} in releases. */
export function repairOverview(answer: unknown): unknown {
	if (!isFields(answer) || 'overview' in answer || !('mychannel' in answer)) return answer;
	const { mychannel, ...rest } = answer;
	return { ...rest, overview: mychannel };
}

/** PUT /market/asks and /market/bids: {created} in the interface, the order itself in releases. */
export function repairCreation(answer: unknown): unknown {
	if (!isFields(answer) || 'created' in answer || !('order_number' in answer)) return answer;
	return { created: true, order: answer };
}

/** GET …/payments: releases have {transferred: {amount, type}} in place of price and quantity. */
export function repairPayments(answer: unknown): unknown {
	if (!isFields(answer) || !Array.isArray(answer.payments)) return answer;
	const payments = answer.payments.map((payment: unknown) => {
		if (!isFields(payment) || !isFields(payment.transferred)) return payment;
		const { amount, type } = payment.transferred;
		return { transferred_quantity: amount, quantity_type: type, ...payment };
	});
	return { ...answer, payments };
}

/**
 * GET …/health in its shapes: {health: {tracker: {…}}} (7.11), {tracker: {…}} (the interface), {checking: true} or
 * {checking: "1"} alone.
 */
export function repairHealth(answer: unknown): unknown {
	if (!isFields(answer) || Array.isArray(answer.trackers)) return answer;
	if ('checking' in answer) return answer;
	const { health, ...others } = answer;
	const byTracker = isFields(health) ? health : others;
	const trackers = Object.entries(byTracker).flatMap(([tracker, said]) =>
		isFields(said) ? [{ ...said, tracker }] : [],
	);
	return { checking: false, trackers };
}

/** Channel entries: a list in the interface, a single object on 7.14. */
export function repairEntries(answer: unknown): unknown {
	return isFields(answer) ? [answer] : answer;
}

/** GET /engine/session: the information is under 'settings' in the interface, under 'session' in the field. */
export function repairSession(answer: unknown): unknown {
	if (!isFields(answer) || 'settings' in answer || !('session' in answer)) return answer;
	const { session, ...rest } = answer;
	return { ...rest, settings: session };
}

/** GET /debug/circuits/slots: a list of pairs in the interface, two lists (null or [number, circuit]) in the field. */
export function repairSlots(answer: unknown): unknown {
	if (!isFields(answer) || !isFields(answer.slots)) return answer;
	const { random, competing } = answer.slots;
	const [randoms, competings] = [random, competing].map((list) => (Array.isArray(list) ? list : []));
	const length = Math.max(randoms?.length ?? 0, competings?.length ?? 0);
	const slots = Array.from({ length }, (_, index) => ({
		random: slotNumber(randoms?.[index]),
		competing: slotNumber(competings?.[index]),
	}));
	return { ...answer, slots };
}

/** What a slot holds: nothing, a circuit's number, or [tokens, circuit's number]. */
function slotNumber(slot: unknown): unknown {
	return (Array.isArray(slot) ? slot[0] : slot) ?? 0;
}
