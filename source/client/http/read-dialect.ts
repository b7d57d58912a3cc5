import { isFields } from '../../basics/fields.ts';
import type { Dialect } from '../../protocol/dialect.ts';
import { type Endpoint, fillPath } from '../../protocol/endpoint.ts';
import { endpoints } from '../../protocol/endpoints/table.ts';
import { readError } from '../../protocol/errors.ts';
import { UnauthorizedError } from './errors.ts';
import type { Http, InspectedResponse } from './http.ts';
import { isUnknownPath, parseBody, refusal } from './http-error.ts';

/** An infohash that no download has. */
const unknownInfohash = '0'.repeat(40);
/** The content type of JSON in generation A. */
const contentTypeA = 'text/json';

/** Base path of services of 8.x. */
export const basePath8 = '/api';

interface ReadOptions {
	/** Timeout of each request, ms. */
	readonly timeout: number;
	readonly signal: AbortSignal | undefined;
}

/**
 * Detects the dialect of a service below a base path. Returns undefined if no service answers. Requests the files
 * of a download that does not exist. Every release has that path, and each has its own form of the error. The
 * event stream would name the version. But services in the field count each connection to it for a long time.
 * Throws a ClientError.
 */
export async function readDialect(http: Http, options: ReadOptions): Promise<Dialect | undefined> {
	const { method, path } = endpoints.listFiles;
	const answer = await inspect(http, method, fillPath(path, { infohash: unknownInfohash }), options);
	const { status, contentType, text } = answer;
	if (status >= 300 && status < 400) return undefined;
	if (status === 401) throw new UnauthorizedError(http.url);
	if (status !== 404 && status !== 200) throw refusal(http.url, answer.what, status, text);
	const body = parseBody(text);
	if (!isFields(body) || !knowsDownloads(status, body)) return dialectByState(http, options);
	if (contentType === contentTypeA) return '7.0-7.3';
	const error = readError(body);
	if (error?.code) return 'interface';
	const isRelease8 = typeof body.error === 'object' || http.url.endsWith(basePath8);
	return isRelease8 ? '8.x' : ((await dialectByState(http, options)) ?? '7.12-7.14');
}

/** Whether a response comes from a service with this path: files, or an error about downloads. */
function knowsDownloads(status: number, body: Readonly<Record<string, unknown>>): boolean {
	if (status === 200) return Array.isArray(body.files);
	return !isUnknownPath(body) && /download|torrent|infohash/i.test(readError(body)?.message ?? '');
}

/** Returns the dialect by GET /state, which releases up to 7.11 have. Returns undefined if there is no state. */
async function dialectByState(http: Http, options: ReadOptions): Promise<Dialect | undefined> {
	const { method, path } = endpoints.getState;
	const { status, contentType, text } = await inspect(http, method, path, options);
	const body = parseBody(text);
	if (status !== 200 || !isFields(body) || typeof body.state !== 'string') return undefined;
	return contentType === contentTypeA ? '7.0-7.3' : '7.5-7.11';
}

function inspect(
	http: Http,
	method: Endpoint['method'],
	path: string,
	{ timeout, signal }: ReadOptions,
): Promise<InspectedResponse> {
	return http.inspect({ method, path, accept: 'application/json', timeout, deadline: timeout, signal });
}
