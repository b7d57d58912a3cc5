import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { codeOf } from '../../basics/error.ts';
import { MalformedError } from './errors.ts';
import type { LoggedRequest } from './request-log.ts';

interface Head {
	readonly status: number;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

interface AnswerBodyOptions {
	/** The request for messages: 'GET /downloads'. */
	readonly what: string;
	/** Maximum size, bytes. Infinite for streams. */
	readonly limit: number;
	readonly record?: LoggedRequest | undefined;
	/** Converts connection errors to client errors. */
	readonly explain: (error: unknown) => unknown;
	/** Called when nothing more is read. */
	readonly onEnd: () => void;
}

/** The body of a response, to be read once or discarded. Throws a ClientError. An abort is thrown unchanged. */
export class AnswerBody implements AsyncIterable<Uint8Array> {
	/** Without parameters, in lower case. Empty if there is none. */
	readonly contentType: string;
	readonly headers: Head['headers'];
	/** Announced length in bytes, of the compressed body if it is compressed. Undefined if it is unknown. */
	readonly length: number | undefined;
	/** The record of the request, if requests are recorded. */
	readonly record: LoggedRequest | undefined;
	readonly #received: Readable;
	readonly #options: AnswerBodyOptions;
	/** Number of bytes received, and read: more if they are compressed. */
	#receivedBytes = 0;
	#readBytes = 0;

	constructor(received: Readable, { headers }: Head, options: AnswerBodyOptions) {
		this.headers = headers;
		const length = Number(headerOf(headers, 'content-length'));
		this.length = Number.isSafeInteger(length) && length > 0 ? length : undefined;
		this.record = options.record;
		this.contentType = headerOf(headers, 'content-type').split(';')[0]?.trim().toLowerCase() ?? '';
		this.#received = received;
		this.#options = options;
		// A response that nobody reads any more may still fail.
		received.on('error', () => {});
	}

	/** Yields the bytes as they arrive. They are valid until the next ones are requested. */
	async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
		const isCompressed = encodingOf(this.headers) === 'gzip';
		try {
			const chunks: AsyncIterable<Uint8Array> = isCompressed
				? pipeline(this.#counted(), createGunzip({ chunkSize: 64 * 1024 }), () => {})
				: this.#received;
			for await (const chunk of chunks) {
				if (!isCompressed) this.#receivedBytes += chunk.length;
				this.#readBytes += chunk.length;
				this.#checkLimit(this.#readBytes);
				yield chunk;
			}
		} catch (cause) {
			const error = this.#explained(cause);
			this.record?.fail(error);
			throw error;
		} finally {
			this.discard();
		}
	}

	/** Returns the whole body. */
	async bytes(): Promise<Uint8Array> {
		const chunks: Uint8Array[] = [];
		for await (const chunk of this) chunks.push(Buffer.from(chunk));
		return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
	}

	/** Returns at least the first `length` bytes. The rest is not read. */
	async beginning(length: number): Promise<Uint8Array> {
		const chunks: Uint8Array[] = [];
		let read = 0;
		for await (const chunk of this) {
			chunks.push(Buffer.from(chunk));
			read += chunk.length;
			if (read >= length) break;
		}
		return Buffer.concat(chunks);
	}

	/** Closes the connection without reading the rest. Does nothing if the body is complete. */
	discard(): void {
		this.#options.onEnd();
		this.record?.end(this.#receivedBytes);
		this.#received.destroy();
	}

	/** Yields the compressed bytes. */
	async *#counted(): AsyncGenerator<Uint8Array> {
		for await (const chunk of this.#received as AsyncIterable<Uint8Array>) {
			this.#receivedBytes += chunk.length;
			this.#checkLimit(this.#receivedBytes);
			yield chunk;
		}
	}

	#checkLimit(bytes: number): void {
		const { what, limit } = this.#options;
		if (bytes > limit) throw tooLarge(what, limit);
	}

	#explained(error: unknown): unknown {
		if (error instanceof MalformedError) return error;
		const { what, explain } = this.#options;
		return isCorrupt(error)
			? new MalformedError(what, 'the compressed response is damaged', error)
			: explain(error);
	}
}

/**
 * Throws a MalformedError if a response must not be read: it exceeds its limit, or is compressed in a way that was not
 * requested. A few compressed bytes could become gigabytes.
 */
export function checkHeaders(headers: Head['headers'], what: string, limit: number, gzip: boolean): void {
	const encoding = encodingOf(headers);
	if (encoding !== '' && encoding !== 'identity' && !(gzip && encoding === 'gzip')) {
		throw new MalformedError(what, 'the response is compressed in a way that was not requested');
	}
	if (Number(headerOf(headers, 'content-length')) > limit) throw tooLarge(what, limit);
}

function encodingOf(headers: Head['headers']): string {
	return headerOf(headers, 'content-encoding').trim().toLowerCase();
}

const isCorrupt = (error: unknown): boolean => codeOf(error)?.startsWith('Z_') ?? false;

function tooLarge(what: string, limit: number): MalformedError {
	return new MalformedError(what, `the response is larger than ${limit / 1024 / 1024} MiB`);
}

function headerOf(headers: Head['headers'], name: string): string {
	const value = headers[name];
	return Array.isArray(value) ? value.join(', ') : (value ?? '');
}
