import { BencodeReader, type Span } from '../../metainfo/bencode.ts';
import { fetchBody } from '../http-client/fetch-body.ts';
import type { RequestOptions } from '../http-client/open-response.ts';
import { type ResponseRules, refusal, TrackerError } from './tracker-error.ts';

/** How a tracker is reached. UDP is always direct. The filter gets the addresses before anything is sent. */
export interface TrackerAccess
	extends Pick<RequestOptions, 'connect' | 'ownService' | 'addressFilter' | 'signal'> {
	/** Total time for lookup, connection and response. */
	readonly timeoutMs: number;
}

const MAX_REDIRECTS = 5;

/**
 * Sends a GET to a tracker. Resolves with what `read` returns for the dictionary of the response. Rejects with a
 * TrackerError, also if `read` throws, and as `fetchBody`.
 */
export async function requestHttp<Result>(
	url: URL,
	access: TrackerAccess,
	rules: ResponseRules,
	read: (reader: BencodeReader, entries: ReadonlyMap<string, Span>) => Result,
): Promise<Result> {
	const { maxBytes, text } = rules;
	const tooLong = () => new TrackerError(text.tooLong);
	const { status, body } = await fetchBody(url, {
		...access,
		maxRedirects: MAX_REDIRECTS,
		maxBytes,
		tooLong,
	});
	if (status !== 200) throw new TrackerError(text.status(status));
	try {
		const reader = new BencodeReader(body);
		const whole = reader.valueAt(0);
		if (!reader.isDictionary(whole)) throw new Error('not a dictionary');
		const entries = reader.dictionary(whole);
		const failure = reader.string(entries.get('failure reason'));
		if (failure) throw refusal(rules, failure);
		return read(reader, entries);
	} catch (error) {
		if (error instanceof TrackerError) throw error;
		throw new TrackerError(text.malformed, { cause: error });
	}
}

/** Percent-encodes bytes given as hexadecimal digits. */
export function escapedBytes(hexadecimal: string): string {
	return hexadecimal.replace(/../g, '%$&');
}
