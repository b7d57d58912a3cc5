import type { Dispatcher } from 'undici';
import { MalformedError } from './errors.ts';

export interface AnswerBodyOptions {
	/** The request in words: 'GET /downloads'. */
	readonly what: string;
	/** Bytes it may have; infinite for streams. */
	readonly limit: number;
	/** Makes one of our errors of what the connection throws. */
	readonly explain: (error: unknown) => unknown;
	/** Called once, when nothing more is read. */
	readonly onEnd: () => void;
}

/** The body of an answer, to be read once or discarded. Throws a ClientError; an abort is thrown as it is. */
export class AnswerBody implements AsyncIterable<Uint8Array> {
	/** Without parameters, lower case; empty when there is none. */
	readonly contentType: string;
	readonly headers: Dispatcher.ResponseData['headers'];
	readonly #body: Dispatcher.ResponseData['body'];
	readonly #options: AnswerBodyOptions;

	constructor(answer: Dispatcher.ResponseData, options: AnswerBodyOptions) {
		this.headers = answer.headers;
		this.contentType = headerOf(answer.headers, 'content-type').split(';')[0]?.trim().toLowerCase() ?? '';
		this.#body = answer.body;
		this.#options = options;
		// A body that is destroyed emits an error that nobody waits for any more.
		this.#body.on('error', () => {});
	}

	/** Its bytes as they come. */
	async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
		const { limit, what, explain, onEnd } = this.#options;
		let length = 0;
		const chunks = this.#body[Symbol.asyncIterator]();
		try {
			for (;;) {
				const next = await chunks.next().catch((error: unknown) => Promise.reject(explain(error)));
				if (next.done) return;
				const chunk: Uint8Array = next.value;
				length += chunk.length;
				if (length > limit) throw tooLarge(what, limit);
				yield chunk;
			}
		} finally {
			onEnd();
			this.#body.destroy();
		}
	}

	/** All of it. */
	async bytes(): Promise<Uint8Array> {
		const chunks: Uint8Array[] = [];
		for await (const chunk of this) chunks.push(chunk);
		return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
	}

	/** Its beginning, of `length` bytes or somewhat more; the rest is not read. */
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

	/** Ends the connection without reading it. */
	discard(): void {
		this.#options.onEnd();
		this.#body.destroy();
	}
}

/**
 * Throws a MalformedError on an answer that must not be read: larger than its limit, or compressed although nothing
 * of the kind was asked for (a few bytes could become gigabytes).
 */
export function checkHeaders(headers: Dispatcher.ResponseData['headers'], what: string, limit: number): void {
	const encoding = headerOf(headers, 'content-encoding').trim().toLowerCase();
	if (encoding !== '' && encoding !== 'identity') {
		throw new MalformedError(what, 'the answer is compressed, which was not asked for');
	}
	if (Number(headerOf(headers, 'content-length')) > limit) throw tooLarge(what, limit);
}

function tooLarge(what: string, limit: number): MalformedError {
	return new MalformedError(what, `the answer is larger than ${limit / 1024 / 1024} MiB`);
}

function headerOf(headers: Dispatcher.ResponseData['headers'], name: string): string {
	const value = headers[name];
	return Array.isArray(value) ? value.join(', ') : (value ?? '');
}
