import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { openResponse, type RequestOptions } from './open-response.ts';

export const fetchText = {
	undecodable: (reason: string) => `the Content-Encoding of the response cannot be decoded (${reason})`,
	unknownEncoding: (encoding: string) => `the server sent an unknown Content-Encoding, ${encoding}`,
};

export interface FetchOptions extends RequestOptions {
	/** Maximum bytes of the body, encoded and decoded. A longer body rejects with `tooLong`. */
	readonly maxBytes: number;
	readonly tooLong: () => Error;
	/** Total time for lookup, connection, redirects and body. */
	readonly timeoutMs: number;
}

export interface FetchedResponse {
	readonly status: number;
	readonly statusText: string;
	/** Decoded. Empty unless the status is 200. */
	readonly body: Uint8Array;
}

/**
 * Fetches the body of an untrusted URL, with limits on size and total time. Rejects with the connection's error,
 * the signal's reason, or the HTTP failure.
 */
export async function fetchBody(url: URL, options: FetchOptions): Promise<FetchedResponse> {
	const timeout = AbortSignal.timeout(options.timeoutMs);
	const signal = AbortSignal.any([options.signal, timeout]);
	try {
		const headers = { 'accept-encoding': 'gzip, deflate, br', ...options.headers };
		const answer = await openResponse(url, { ...options, headers, signal });
		try {
			const { status, message } = answer;
			const body = status === 200 ? await readBody(message, options, signal) : new Uint8Array();
			return { status, statusText: message.statusMessage ?? '', body };
		} finally {
			answer.close();
		}
	} catch (error) {
		if (options.signal.aborted) throw options.signal.reason;
		if (timeout.aborted)
			throw new Error(`no complete response within ${options.timeoutMs / 1000} s`, { cause: error });
		throw error;
	}
}

async function readBody(
	message: IncomingMessage,
	{ maxBytes, tooLong }: FetchOptions,
	signal: AbortSignal,
): Promise<Uint8Array> {
	const limited = async function* (parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
		let length = 0;
		for await (const part of parts) {
			length += part.length;
			if (length > maxBytes) throw tooLong();
			yield part;
		}
	};
	const kept: Buffer[] = [];
	const keep = async (parts: AsyncIterable<Buffer>): Promise<void> => {
		for await (const part of limited(parts)) kept.push(part);
	};
	const decoder = decoderFor(message.headers['content-encoding']);
	// Without a decoder, one limit covers both sizes.
	try {
		if (decoder) await pipeline(message, limited, decoder, keep, { signal });
		else await pipeline(message, keep, { signal });
	} catch (error) {
		throw decodingError(error) ?? error;
	}
	return Buffer.concat(kept);
}

/** Returns a clearer error for zlib failures, which do not mention the server's encoding. */
function decodingError(error: unknown): Error | undefined {
	if (!(error instanceof Error && 'code' in error && /^(?:Z_|ERR__ERROR)/.test(String(error.code))))
		return undefined;
	return new Error(fetchText.undecodable(error.message));
}

/** Returns null for an unencoded body. Throws for several encodings: each could multiply the size. */
function decoderFor(encoding: string | undefined): Transform | null {
	switch (encoding?.trim().toLowerCase() ?? '') {
		case '':
		case 'identity':
			return null;
		case 'gzip':
		case 'x-gzip':
			return createGunzip();
		case 'deflate':
			return createInflate();
		case 'br':
			return createBrotliDecompress();
		default:
			throw new Error(fetchText.unknownEncoding(String(encoding).slice(0, 40)));
	}
}
