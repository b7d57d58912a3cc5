import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { openResponse, RedirectError, type RequestOptions } from '../../../../http-client/open-response.ts';
import { OwnServiceError } from '../../../../http-client/own-service.ts';
import { AbsentFileError, BusyError, UnusableError } from './errors.ts';

const MAX_REDIRECTS = 5;
/** Time without a response or a byte after which a request fails. */
const STALL_TIMEOUT_MS = 20_000;
/** Minimum average speed. Slower requests block pieces that other sources could send faster. */
const MIN_BYTES_PER_MS = 4;
/** Maximum bytes to skip when a server sends the whole file. */
const MAX_SKIPPED_BYTES = 4 * 1024 * 1024;
/** Maximum wait that a server may request. */
const MAX_RETRY_AFTER_MS = 60 * 60 * 1000;

export const requestText = {
	shorter: 'the file on the server is shorter than in the torrent',
	slow: 'the server is too slow',
};

/** One part of one file of a web seed. */
interface FileRequest {
	readonly url: URL;
	/** Bytes of the file, `to` excluded. */
	readonly from: number;
	readonly to: number;
	readonly fileLength: number;
	/** Takes the next bytes. Reading continues when it resolves. */
	readonly write: (bytes: Uint8Array) => Promise<void>;
}

type ConnectionOptions = Pick<RequestOptions, 'connect' | 'ownService' | 'signal'>;

interface Timing {
	/** Runs a wait for the server with the stall timeout. */
	readonly timed: <T>(wait: () => Promise<T>) => Promise<T>;
	readonly stallTimeoutMs: number;
}

/**
 * Fetches a part of a file with one range request. Limits stalls and the average speed; time spent in `write` does
 * not count. Rejects with a BusyError, an AbsentFileError, an UnusableError, or the HTTP failure.
 */
export async function fetchRange(
	request: FileRequest,
	options: ConnectionOptions,
	stallTimeoutMs = STALL_TIMEOUT_MS,
): Promise<void> {
	const { url, from, to } = request;
	const stall = new AbortController();
	const signal = AbortSignal.any([options.signal, stall.signal]);
	const timed = async <T>(wait: () => Promise<T>): Promise<T> => {
		const reason = new Error(`no data for ${stallTimeoutMs / 1000} s`);
		const timer = setTimeout(() => stall.abort(reason), stallTimeoutMs);
		try {
			return await wait();
		} catch (error) {
			throw signal.aborted ? signal.reason : error;
		} finally {
			clearTimeout(timer);
		}
	};
	const headers = { range: `bytes=${from}-${to - 1}`, 'accept-encoding': 'identity' };
	const answer = await timed(() =>
		openResponse(url, { ...options, headers, signal, maxRedirects: MAX_REDIRECTS }),
	).catch((error: unknown) => {
		const final = error instanceof OwnServiceError || error instanceof RedirectError;
		throw final ? new UnusableError(error.message) : error;
	});
	try {
		const skipped = checkHeader(answer.status, answer.message.headers, request);
		await readParts(answer.message, skipped, request, { timed, stallTimeoutMs });
	} finally {
		answer.close();
	}
}

async function readParts(
	message: IncomingMessage,
	skipped: number,
	{ from, to, write }: FileRequest,
	{ timed, stallTimeoutMs }: Timing,
): Promise<void> {
	const parts: AsyncIterator<Buffer> = message[Symbol.asyncIterator]();
	let skip = skipped;
	let missing = to - from;
	let received = 0;
	let waited = 0;
	while (missing > 0) {
		const began = performance.now();
		const { done, value } = await timed(() => parts.next());
		waited += performance.now() - began;
		if (done) throw new Error('the server sent less than it was asked for');
		received += value.length;
		if (waited > stallTimeoutMs + received / MIN_BYTES_PER_MS) throw new Error(requestText.slow);
		const expected = value.subarray(Math.min(skip, value.length)).subarray(0, missing);
		skip -= Math.min(skip, value.length);
		missing -= expected.length;
		if (expected.length > 0) await write(expected);
	}
}

/** Checks the response headers. Returns the number of bytes to skip. */
function checkHeader(
	status: number,
	headers: IncomingHttpHeaders,
	{ from, to, fileLength, url }: FileRequest,
): number {
	if (status === 404 || status === 410) {
		throw new AbsentFileError(`the server answered with status ${status} for ${url.pathname.slice(0, 200)}`);
	}
	if (status === 503 || status === 429) throw new BusyError(status, retryAfter(headers['retry-after']));
	if (status === 416) throw new UnusableError(requestText.shorter);
	if (status !== 200 && status !== 206) throw new Error(`the server answered with status ${status}`);
	const encoding = headers['content-encoding'] ?? 'identity';
	if (encoding !== 'identity') throw new UnusableError('the server compresses the file');
	if (status === 206) {
		const range = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers['content-range'] ?? '');
		if (!range || Number(range[1]) !== from || Number(range[2]) !== to - 1) {
			throw new UnusableError('the server sent another range than it was asked for');
		}
		if (range[3] !== '*') checkLength(Number(range[3]), fileLength);
		return 0;
	}
	const length = headers['content-length'];
	if (length !== undefined) checkLength(Number(length), fileLength);
	if (from > MAX_SKIPPED_BYTES) throw new UnusableError('the server does not support range requests');
	return from;
}

function checkLength(found: number, expected: number): void {
	if (found === expected) return;
	throw new UnusableError(`the file on the server has ${found} bytes instead of ${expected}`);
}

/** Parses a Retry-After header, seconds or a date, to milliseconds; undefined if malformed. */
function retryAfter(header: string | undefined): number | undefined {
	if (header === undefined) return undefined;
	const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
	return Number.isFinite(ms) ? Math.min(Math.max(ms, 1000), MAX_RETRY_AFTER_MS) : undefined;
}
