import { Agent, type Dispatcher, errors, request } from 'undici';
import { readError } from '../protocol/errors.ts';
import { apiKeyHeader } from '../protocol/settings.ts';
import {
	MalformedError,
	NotFoundError,
	RefusedError,
	TimeoutError,
	UnauthorizedError,
	UnreachableError,
} from './errors.ts';

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
	readonly body?: string | undefined;
	readonly accept: string;
	/** Milliseconds until the headers must be here, and between two portions of the body; 0 for no limit. */
	readonly timeout: number;
	/** The same between two portions of the body alone, where it differs. */
	readonly bodyTimeout?: number | undefined;
	readonly signal?: AbortSignal | undefined;
}

/** HTTP to one service: address, key, connections kept open, and every failure as one of our errors. */
export class Http {
	readonly url: string;
	readonly #apiKey: string | undefined;
	readonly #agent = new Agent({ connect: { timeout: 5_000 }, keepAliveTimeout: 10_000 });

	constructor(options: HttpOptions) {
		this.url = options.url.replace(/\/+$/, '');
		this.#apiKey = options.apiKey;
	}

	/** The body of a successful answer, not read yet. Throws a ClientError; an abort by `signal` is thrown as it is. */
	async open(call: HttpCall): Promise<Dispatcher.ResponseData['body']> {
		const what = `${call.method} ${call.path.split('?')[0]}`;
		// The HTTP library would say the same less clearly, as if the service could not be reached.
		if (/[^\t\x20-\x7e\x80-\xff]/.test(this.#apiKey ?? '')) {
			throw new UnauthorizedError(
				this.url,
				'cannot be given this API key: it holds characters that no key has',
			);
		}
		let answer: Dispatcher.ResponseData;
		try {
			answer = await request(this.url + call.path, {
				dispatcher: this.#agent,
				method: call.method,
				headers: {
					accept: call.accept,
					...(this.#apiKey === undefined ? {} : { [apiKeyHeader]: this.#apiKey }),
					...(call.contentType === undefined ? {} : { 'content-type': call.contentType }),
				},
				body: call.body ?? null,
				headersTimeout: call.timeout,
				bodyTimeout: call.bodyTimeout ?? call.timeout,
				signal: call.signal ?? null,
			});
		} catch (error) {
			throw this.#explain(error, what, call);
		}
		if (answer.statusCode === 200 || answer.statusCode === 206) return answer.body;
		let text: string;
		try {
			text = await beginning(answer.body);
		} catch (error) {
			throw this.#explain(error, what, call);
		}
		throw failure(this.url, what, answer.statusCode, text);
	}

	/** The whole body of a successful answer. */
	async read(call: HttpCall): Promise<Uint8Array> {
		const body = await this.open(call);
		try {
			return await body.bytes();
		} catch (error) {
			throw this.#explain(error, `${call.method} ${call.path.split('?')[0]}`, call);
		}
	}

	/** Ends all connections. */
	async close(): Promise<void> {
		await this.#agent.destroy();
	}

	#explain(error: unknown, what: string, call: HttpCall): unknown {
		if (call.signal?.aborted) return error;
		if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError) {
			return new TimeoutError(what, call.timeout);
		}
		return new UnreachableError(this.url, error);
	}
}

/** Bytes of an error's body that are read; a traceback has some thousand. */
const longestError = 1024 * 1024;

async function beginning(body: Dispatcher.ResponseData['body']): Promise<string> {
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of body) {
		const bytes: Uint8Array = chunk;
		chunks.push(bytes);
		length += bytes.length;
		if (length > longestError) break;
	}
	return Buffer.concat(chunks).toString('utf8');
}

function failure(url: string, what: string, status: number, text: string): Error {
	let body: unknown;
	try {
		body = JSON.parse(text);
	} catch {
		body = undefined; // Generation A answers unknown paths with a page of HTML: the status says enough.
	}
	const error = readError(body);
	const message = error?.message ?? '';
	if (status === 401) return new UnauthorizedError(url);
	if (status === 404) return new NotFoundError(what, message);
	if (status >= 300 && status < 400) {
		return new MalformedError(what, `the service redirects (${status}) instead of answering`);
	}
	return new RefusedError(what, status, error?.code ?? '', message, error?.handled ?? status < 500);
}
