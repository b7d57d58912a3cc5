import { decode } from '../protocol/decode.ts';
import { Settings8, type SettingsChanges, type SharedLimits } from '../protocol/resources/settings.ts';
import { AbsentError, IgnoredError, MalformedError } from './errors.ts';
import { parseBody, refusal } from './http/http-error.ts';
import type { CallOptions } from './http/requests.ts';
import type { PlainClient } from './plain-client.ts';

export type SharedLimitChanges = NonNullable<SettingsChanges['limits']>;

/** Timeout of a request to a service of 8.x, ms. */
const TIMEOUT_MS = 30_000;
const PATH = '/settings';

/** Reads the limits of all downloads together. Throws an AbsentError for a service without such limits. */
export async function readSharedLimits(client: PlainClient, call: CallOptions = {}): Promise<SharedLimits> {
	if (await isOf8(client, call)) return readFrom8(client, call);
	const { limits, active_limits: active } = await client.getServiceSettings({}, call);
	return { ...limits, active };
}

/**
 * Changes limits of all downloads together, and returns those of the service afterwards. Omitted ones stay. Throws an
 * AbsentError, and sends nothing, if the service has no such limits. Throws an IgnoredError if it does not apply them.
 */
export async function changeSharedLimits(
	client: PlainClient,
	changes: SharedLimitChanges,
	call: CallOptions = {},
): Promise<SharedLimits> {
	if (!(await isOf8(client, call))) {
		const answer = await client.changeServiceSettings({ body: { limits: changes } }, call);
		return { ...answer.limits, active: answer.active_limits };
	}
	if (changes.alternative) throw new AbsentError(client.url, 'alternative limits', true);
	const { download, upload } = changes;
	// The service merges fields, so its other settings stay. It logs what it receives: no secret is sent back.
	const libtorrent = {
		...(download === undefined ? {} : { max_download_rate: download }),
		...(upload === undefined ? {} : { max_upload_rate: upload }),
	};
	await requestOf8(client, 'POST', call, JSON.stringify({ libtorrent }));
	const limits = await readFrom8(client, call);
	const isApplied = (wanted: number | undefined, found: number | undefined) =>
		wanted === undefined || wanted === found;
	if (!isApplied(download, limits.download) || !isApplied(upload, limits.upload))
		throw new IgnoredError(client.url, 'Limits of all downloads');
	return limits;
}

/** Whether a service is of 8.x. Its settings have two limits, which are no extension. */
export async function isOf8({ requests }: PlainClient, call: CallOptions): Promise<boolean> {
	// It also detects the dialect of an unknown service.
	return requests.offers({ extension: 'limits', in8: true }, call).then(() => requests.dialect === '8.x');
}

async function readFrom8(client: PlainClient, call: CallOptions): Promise<SharedLimits> {
	const body = await requestOf8(client, 'GET', call);
	const { settings } = decode(Settings8, body).value;
	const [download, upload] = [settings.libtorrent.max_download_rate, settings.libtorrent.max_upload_rate].map(
		// A negative one is none.
		(limit) => (limit === undefined ? undefined : Math.max(0, limit)),
	);
	return { download, upload, alternative: undefined, active: { set: 'normal', download, upload } };
}

/** Reads or changes the settings of a service of 8.x. Returns the answer, not decoded. */
export async function requestOf8(
	{ http, url }: PlainClient,
	method: 'GET' | 'POST',
	{ timeout = TIMEOUT_MS, signal }: CallOptions,
	body?: string,
): Promise<unknown> {
	const answer = await http.inspect({
		method,
		path: PATH,
		accept: 'application/json',
		...(body === undefined ? {} : { contentType: 'application/json', body }),
		timeout,
		deadline: timeout,
		signal,
	});
	if (answer.status !== 200) throw refusal(url, answer.what, answer.status, answer.text);
	const parsed = parseBody(answer.text);
	if (parsed === undefined) throw new MalformedError(answer.what, 'the response is not JSON');
	return parsed;
}
