import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { codeOf } from '../../basics/error.ts';

export const decodedBodyText = {
	undecodable: (reason: string) => `the Content-Encoding of the response cannot be decoded (${reason})`,
	unknownEncoding: (encoding: string) => `the server sent an unknown Content-Encoding, ${encoding}`,
};

/** Encodings that this module decodes, for the header of a request. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

interface BodyLimits {
	/** Maximum bytes of the body as sent. */
	readonly maxSentBytes: number;
	/** Maximum bytes of the decoded body. */
	readonly maxDecodedBytes: number;
	/** Error for a longer body. */
	readonly tooLong: () => Error;
}

/**
 * Reads a body and passes its decoded parts to `consume`, which returns false if it needs no more. Rejects with the
 * connection's error, the signal's reason, an error of `consume`, or `tooLong()`.
 */
export async function readDecodedBody(
	message: IncomingMessage,
	{ maxSentBytes, maxDecodedBytes, tooLong }: BodyLimits,
	consume: (part: Buffer) => boolean,
	signal: AbortSignal,
): Promise<void> {
	const limited = (maxBytes: number) =>
		async function* (parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
			let length = 0;
			for await (const part of parts) {
				length += part.length;
				if (length > maxBytes) throw tooLong();
				yield part;
			}
		};
	const enough = new Error('the reader needs no more');
	const read = async (parts: AsyncIterable<Buffer>): Promise<void> => {
		for await (const part of limited(maxDecodedBytes)(parts)) if (!consume(part)) throw enough;
	};
	const decoder = decoderFor(message.headers['content-encoding']);
	try {
		if (decoder) await pipeline(message, limited(maxSentBytes), decoder, read, { signal });
		else await pipeline(message, limited(maxSentBytes), read, { signal });
	} catch (error) {
		if (error !== enough) throw decodingError(error) ?? error;
	}
}

/** Returns a clearer error for zlib failures, which do not mention the server's encoding. */
function decodingError(error: unknown): Error | undefined {
	if (!(error instanceof Error && /^(?:Z_|ERR__ERROR)/.test(codeOf(error) ?? ''))) return undefined;
	return new Error(decodedBodyText.undecodable(error.message));
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
			throw new Error(decodedBodyText.unknownEncoding(String(encoding).slice(0, 40)));
	}
}
