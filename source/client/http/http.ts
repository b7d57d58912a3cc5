import { Agent, type Dispatcher, errors } from 'undici';
import { withoutEnd } from '../../format/without-end.ts';
import { apiKeyHeader } from '../../protocol/settings.ts';
import { reusingConnector, safeConnector } from './connectors.ts';
import { Deadline } from './deadline.ts';
import { TimeoutError, UnauthorizedError, UnreachableError } from './errors.ts';
import { refusal } from './http-error.ts';
import type { RequestLog } from './request-log.ts';
import { AnswerBody, checkHeaders } from './response-body.ts';

export interface HttpOptions {
	/** Base URL, including its path: http://127.0.0.1:8085 or http://127.0.0.1:20100/api. */
	readonly url: string;
	readonly apiKey?: string | undefined;
	/** Records the requests. */
	readonly requestLog?: RequestLog | undefined;
}

interface HttpCall {
	readonly method: Dispatcher.HttpMethod;
	/** Path below the base URL, with its query. */
	readonly path: string;
	/** The path in the log of requests, without secrets. Default: the path without its query. */
	readonly shownPath?: string | undefined;
	readonly contentType?: string | undefined;
	readonly body?: string | Uint8Array | undefined;
	readonly accept: string;
	/** Other headers, in lower case: range. */
	readonly headers?: Readonly<Record<string, string>> | undefined;
	/** Whether the response may be compressed with gzip. Default: false. */
	readonly gzip?: boolean | undefined;
	/** Whether long responses to the same request are usual. Their memory is used again. */
	readonly repeated?: boolean | undefined;
	/** Timeout until the headers, and between two chunks of the body, ms. 0 for no limit. */
	readonly timeout: number;
	/** Timeout between two chunks of the body, ms. Default: `timeout`. */
	readonly bodyTimeout?: number | undefined;
	/** Timeout of the whole call, ms. Default: no limit. */
	readonly deadline?: number | undefined;
	/** Maximum size of a successful response, bytes. Default: no limit. */
	readonly limit?: number | undefined;
	readonly signal?: AbortSignal | undefined;
}

/** A response of any status. */
export interface InspectedResponse {
	/** The request for messages: 'GET /state'. */
	readonly what: string;
	readonly status: number;
	/** Without parameters, in lower case. Empty if there is none. */
	readonly contentType: string;
	readonly text: string;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** Maximum size of the response headers. */
const MAX_HEADER_BYTES = 32 * 1024;
/** Received bytes of a body that wait for its reader. Many small parts of a long list cost a third more processor time. */
const BUFFERED_BYTES = 512 * 1024;
/** Number of bytes read of an error's body. A traceback has some thousand. */
const MAX_ERROR_BYTES = 1024 * 1024;

const agentOptions = { keepAliveTimeout: 10_000, maxHeaderSize: MAX_HEADER_BYTES };

/** HTTP to one service: address, key, and connections kept open. Converts every failure to a client error. */
export class Http {
	readonly url: string;
	/** Resolves when the first request is sent, or has failed. */
	readonly left: Promise<void>;
	readonly #apiKey: string | undefined;
	readonly #log: RequestLog | undefined;
	readonly #agent = new Agent({ ...agentOptions, connect: safeConnector(CONNECT_TIMEOUT_MS) });
	/** A connection for one unread response at a time. */
	readonly #repeatedAgent = new Agent({
		...agentOptions,
		connections: 1,
		connect: reusingConnector(CONNECT_TIMEOUT_MS),
	});
	#isRepeating = false;

	constructor(options: HttpOptions) {
		this.url = withoutEnd(options.url, '/');
		this.#apiKey = options.apiKey;
		this.#log = options.requestLog;
		this.left = new Promise((resolve) => {
			// The library sends the request right after it has told that the service is connected.
			const end = () => setImmediate(resolve);
			for (const agent of [this.#agent, this.#repeatedAgent])
				agent.once('connect', end).once('connectionError', end).once('disconnect', end);
		});
	}

	/**
	 * Sends a request and returns the unread body of a successful response. Read or discard it. Throws a ClientError.
	 * An abort by `signal` is thrown unchanged. Redirects are never followed: the key must not go elsewhere.
	 */
	async open(call: HttpCall): Promise<AnswerBody> {
		const { what, status, body } = await this.#begin(call);
		if (isGood(status)) return body;
		try {
			const error = refusal(this.url, what, status, await errorText(body));
			body.record?.fail(error);
			throw error;
		} finally {
			body.discard();
		}
	}

	/** Returns the beginning of a response of any status, about 1 MiB. Throws if there is no response. */
	async inspect(call: HttpCall): Promise<InspectedResponse> {
		const { what, status, body } = await this.#begin(call);
		return { what, status, contentType: body.contentType, text: await errorText(body) };
	}

	/** Sends a request and waits for the headers of its response. */
	async #begin(call: HttpCall): Promise<{ what: string; status: number; body: AnswerBody }> {
		const what = `${call.method} ${call.path.split('?')[0]}`;
		// The HTTP library's message would suggest that the service cannot be reached.
		if (/[^\t\x20-\x7e\x80-\xff]/.test(this.#apiKey ?? '')) {
			throw new UnauthorizedError(this.url, 'cannot receive this API key: it contains invalid characters');
		}
		const record = this.#log?.begin(
			call.method,
			call.shownPath ?? call.path.split('?')[0] ?? '',
			this.#apiKey,
		);
		const callDeadline = new Deadline(what, call);
		const repeats = call.repeated === true && !this.#isRepeating;
		if (repeats) this.#isRepeating = true;
		const onEnd = () => {
			callDeadline.stop();
			if (repeats) this.#isRepeating = false;
		};
		const explain = (error: unknown) => this.#explain(error, what, call, callDeadline);
		const {
			statusCode: status,
			headers,
			body: received,
		} = await this.#send(repeats ? this.#repeatedAgent : this.#agent, call, callDeadline.signal).catch(
			(cause: unknown) => {
				const error = explain(cause);
				onEnd();
				record?.fail(error);
				throw error;
			},
		);
		callDeadline.headersArrived();
		record?.head(status);
		const limit = (isGood(status) ? call.limit : undefined) ?? Number.POSITIVE_INFINITY;
		const body = new AnswerBody(received, { status, headers }, { what, limit, record, explain, onEnd });
		try {
			checkHeaders(headers, what, limit, call.gzip ?? false);
			return { what, status, body };
		} catch (error) {
			record?.fail(error);
			body.discard();
			throw error;
		}
	}

	/** Returns the whole body of a successful response. */
	async read(call: HttpCall): Promise<Uint8Array> {
		return (await this.open(call)).bytes();
	}

	/** Closes all connections. */
	async close(): Promise<void> {
		await Promise.all([this.#agent.destroy(), this.#repeatedAgent.destroy()]);
	}

	async #send(agent: Agent, call: HttpCall, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
		const { origin, pathname, search } = new URL(this.url + call.path);
		return agent.request({
			origin,
			path: pathname + search,
			method: call.method,
			headers: {
				...call.headers,
				accept: call.accept,
				...(call.gzip ? { 'accept-encoding': 'gzip' } : {}),
				...(this.#apiKey === undefined ? {} : { [apiKeyHeader]: this.#apiKey }),
				...(call.contentType === undefined ? {} : { 'content-type': call.contentType }),
			},
			body: call.body ?? null,
			headersTimeout: call.timeout,
			bodyTimeout: call.bodyTimeout ?? call.timeout,
			highWaterMark: BUFFERED_BYTES,
			signal,
		});
	}

	#explain(error: unknown, what: string, call: HttpCall, callDeadline: Deadline): unknown {
		if (call.signal?.aborted) return error;
		if (callDeadline.expired) return callDeadline.expired;
		if (error instanceof errors.HeadersTimeoutError) return new TimeoutError(what, call.timeout);
		if (error instanceof errors.BodyTimeoutError) {
			return new TimeoutError(what, call.bodyTimeout ?? call.timeout);
		}
		return new UnreachableError(this.url, error);
	}
}

function isGood(status: number): boolean {
	return status === 200 || status === 206;
}

async function errorText(body: AnswerBody): Promise<string> {
	return Buffer.from(await body.beginning(MAX_ERROR_BYTES)).toString('utf8');
}
