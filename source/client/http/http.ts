import { Agent, type Dispatcher, errors } from 'undici';
import { apiKeyHeader } from '../../protocol/settings.ts';
import { TimeoutError, UnauthorizedError, UnreachableError } from '../errors.ts';
import { CallClock } from './deadline.ts';
import { Exchange, type Head } from './exchange.ts';
import { refusal } from './http-error.ts';
import { oneBufferConnector } from './one-buffer-socket.ts';
import { AnswerBody, checkHeaders } from './response-body.ts';

export interface HttpOptions {
	/** Base URL, with its path if it has one: http://127.0.0.1:8085 or http://127.0.0.1:20100/api. */
	readonly url: string;
	readonly apiKey?: string | undefined;
}

export interface HttpCall {
	readonly method: Dispatcher.HttpMethod;
	/** Path below the base URL, with its query. */
	readonly path: string;
	readonly contentType?: string | undefined;
	readonly body?: string | Uint8Array | undefined;
	readonly accept: string;
	/** Other headers, lower case: range. */
	readonly headers?: Readonly<Record<string, string>> | undefined;
	/** Milliseconds until the headers must be here, and between two portions of the body; 0 for no limit. */
	readonly timeout: number;
	/** The same between two portions of the body alone, where it differs. */
	readonly bodyTimeout?: number | undefined;
	/** Milliseconds that everything may take; no limit unless told. */
	readonly deadline?: number | undefined;
	/** Bytes of a successful answer; no limit unless told. */
	readonly limit?: number | undefined;
	readonly signal?: AbortSignal | undefined;
}

/** An answer as it came, whatever its status. */
export interface Inspected {
	/** The request in words: 'GET /state'. */
	readonly what: string;
	readonly status: number;
	/** Without parameters, lower case; empty when there is none. */
	readonly contentType: string;
	readonly text: string;
}

/** Bytes of the headers of an answer. */
const longestHeaders = 32 * 1024;
/** Bytes of an error's body that are read; a traceback has some thousand. */
const longestError = 1024 * 1024;

/** HTTP to one service: address, key, connections kept open, and every failure as one of our errors. */
export class Http {
	readonly url: string;
	readonly #apiKey: string | undefined;
	readonly #agent = new Agent({
		connect: oneBufferConnector(5_000),
		keepAliveTimeout: 10_000,
		maxHeaderSize: longestHeaders,
	});

	constructor(options: HttpOptions) {
		this.url = options.url.replace(/\/+$/, '');
		this.#apiKey = options.apiKey;
	}

	/**
	 * The body of a successful answer, not read yet: read or discard it. Throws a ClientError; an abort by `signal` is
	 * thrown as it is. Redirects are never followed: the key must not go elsewhere.
	 */
	async open(call: HttpCall): Promise<AnswerBody> {
		const { what, status, body } = await this.#begin(call);
		if (isGood(status)) return body;
		try {
			throw refusal(this.url, what, status, await errorText(body));
		} finally {
			body.discard();
		}
	}

	/** Returns the beginning of an answer of any status, of 1 MiB or somewhat more. Throws when there is none. */
	async inspect(call: HttpCall): Promise<Inspected> {
		const { what, status, body } = await this.#begin(call);
		return { what, status, contentType: body.contentType, text: await errorText(body) };
	}

	/** Sends a request and waits for the headers of its answer. */
	async #begin(call: HttpCall): Promise<{ what: string; status: number; body: AnswerBody }> {
		const what = `${call.method} ${call.path.split('?')[0]}`;
		// The HTTP library would say the same less clearly, as if the service could not be reached.
		if (/[^\t\x20-\x7e\x80-\xff]/.test(this.#apiKey ?? '')) {
			throw new UnauthorizedError(
				this.url,
				'cannot be given this API key: it holds characters that no key has',
			);
		}
		const clock = new CallClock(what, call);
		const exchange = new Exchange((error) => this.#explain(error, what, call, clock));
		const callOff = () => exchange.abort(clock.signal.reason);
		clock.signal.addEventListener('abort', callOff, { once: true });
		let head: Head;
		try {
			if (clock.signal.aborted) callOff();
			else this.#dispatch(call, exchange);
			head = await exchange.head;
		} catch (error) {
			clock.stop();
			throw error;
		}
		clock.answered();
		const limit = (isGood(head.status) ? call.limit : undefined) ?? Number.POSITIVE_INFINITY;
		const body = new AnswerBody(exchange, head, { what, limit, onEnd: () => clock.stop() });
		try {
			checkHeaders(head.headers, what, limit);
			return { what, status: head.status, body };
		} catch (error) {
			body.discard();
			throw error;
		}
	}

	/** The whole body of a successful answer. */
	async read(call: HttpCall): Promise<Uint8Array> {
		return (await this.open(call)).bytes();
	}

	/** Ends all connections. */
	async close(): Promise<void> {
		await this.#agent.destroy();
	}

	#dispatch(call: HttpCall, exchange: Exchange): void {
		try {
			const { origin, pathname, search } = new URL(this.url + call.path);
			this.#agent.dispatch(
				{
					origin,
					path: pathname + search,
					method: call.method,
					headers: {
						...call.headers,
						accept: call.accept,
						...(this.#apiKey === undefined ? {} : { [apiKeyHeader]: this.#apiKey }),
						...(call.contentType === undefined ? {} : { 'content-type': call.contentType }),
					},
					body: call.body ?? null,
					headersTimeout: call.timeout,
					bodyTimeout: call.bodyTimeout ?? call.timeout,
				},
				exchange,
			);
		} catch (error) {
			exchange.fail(error);
		}
	}

	#explain(error: unknown, what: string, call: HttpCall, clock: CallClock): unknown {
		if (call.signal?.aborted) return error;
		if (clock.expired) return clock.expired;
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
	return Buffer.from(await body.beginning(longestError)).toString('utf8');
}
