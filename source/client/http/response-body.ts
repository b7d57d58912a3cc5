import { MalformedError } from '../errors.ts';
import type { Exchange, Head, TakeChunk } from './exchange.ts';
import type { LoggedRequest } from './request-log.ts';

export interface AnswerBodyOptions {
	/** The request for messages: 'GET /downloads'. */
	readonly what: string;
	/** Maximum size, bytes. Infinite for streams. */
	readonly limit: number;
	readonly record?: LoggedRequest | undefined;
	/** Called when nothing more is read. */
	readonly onEnd: () => void;
}

/** The body of a response, to be read once or discarded. Throws a ClientError. An abort is thrown unchanged. */
export class AnswerBody implements AsyncIterable<Uint8Array> {
	/** Without parameters, in lower case. Empty if there is none. */
	readonly contentType: string;
	readonly headers: Head['headers'];
	readonly #exchange: Exchange;
	readonly #options: AnswerBodyOptions;
	#length = 0;

	/** The record of the request, if requests are recorded. */
	get record(): LoggedRequest | undefined {
		return this.#options.record;
	}

	constructor(exchange: Exchange, { headers }: Head, options: AnswerBodyOptions) {
		this.headers = headers;
		this.contentType = headerOf(headers, 'content-type').split(';')[0]?.trim().toLowerCase() ?? '';
		this.#exchange = exchange;
		this.#options = options;
	}

	/** Yields the bytes as they arrive. */
	async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
		try {
			for (;;) {
				const chunk = await this.#exchange.next();
				if (!chunk) return;
				this.#count(chunk);
				yield chunk;
			}
		} catch (error) {
			this.record?.fail(error);
			throw error;
		} finally {
			this.discard();
		}
	}

	/** Passes on the bytes as they arrive, not copied: see TakeChunk. Errors of `take` are thrown unchanged. */
	async each(take: TakeChunk): Promise<void> {
		try {
			await this.#exchange.each((chunk) => {
				this.#count(chunk);
				return take(chunk);
			});
		} catch (error) {
			this.record?.fail(error);
			throw error;
		} finally {
			this.discard();
		}
	}

	/** Returns the whole body. */
	async bytes(): Promise<Uint8Array> {
		const chunks: Uint8Array[] = [];
		for await (const chunk of this) chunks.push(chunk);
		return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
	}

	/** Returns at least the first `length` bytes. The rest is not read. */
	async beginning(length: number): Promise<Uint8Array> {
		const chunks: Uint8Array[] = [];
		let read = 0;
		for await (const chunk of this) {
			chunks.push(chunk);
			read += chunk.length;
			if (read >= length) break;
		}
		return Buffer.concat(chunks);
	}

	/** Closes the connection without reading the rest. Does nothing if the body is complete. */
	discard(): void {
		this.#options.onEnd();
		this.record?.end(this.#length);
		this.#exchange.abort(new Error('The rest of the response is not needed.'));
	}

	#count(chunk: Uint8Array): void {
		const { what, limit } = this.#options;
		this.#length += chunk.length;
		if (this.#length > limit) throw tooLarge(what, limit);
	}
}

/**
 * Throws a MalformedError if a response must not be read: it exceeds its limit, or is compressed without a request.
 * A few compressed bytes could become gigabytes.
 */
export function checkHeaders(headers: Head['headers'], what: string, limit: number): void {
	const encoding = headerOf(headers, 'content-encoding').trim().toLowerCase();
	if (encoding !== '' && encoding !== 'identity') {
		throw new MalformedError(what, 'the response is compressed, which was not requested');
	}
	if (Number(headerOf(headers, 'content-length')) > limit) throw tooLarge(what, limit);
}

function tooLarge(what: string, limit: number): MalformedError {
	return new MalformedError(what, `the response is larger than ${limit / 1024 / 1024} MiB`);
}

function headerOf(headers: Head['headers'], name: string): string {
	const value = headers[name];
	return Array.isArray(value) ? value.join(', ') : (value ?? '');
}
