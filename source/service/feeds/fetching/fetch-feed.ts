import type { IncomingHttpHeaders } from 'node:http';
import { ACCEPTED_ENCODINGS, readDecodedBody } from '../../http-client/decoded-body.ts';
import { withinTime } from '../../http-client/fetch-body.ts';
import { connectDirectly, openResponse } from '../../http-client/open-response.ts';
import type { OwnService } from '../../http-client/own-service.ts';
import { feedLimits } from '../limits.ts';
import type { FeedDocument } from '../parsing/feed-document.ts';
import { FeedParser } from '../parsing/feed-parser.ts';
import type { AddressRule } from './address-rule.ts';
import { readRetryAfter } from './check-interval.ts';

export const fetchFeedText = {
	tooLong: `the feed is larger than ${feedLimits.maxSentBytes / 1024 / 1024} MiB, or ${feedLimits.maxDecodedBytes / 1024 / 1024} MiB uncompressed`,
	status: (status: number, reason: string) => `the server answered ${`${status} ${reason}`.trim()}`,
	gone: 'the server answered 410: the feed is gone for ever',
} as const;

/** Validators of a response, for the next request. Empty if there are none. */
interface Validators {
	readonly etag: string;
	readonly lastModified: string;
}

export interface FeedRequest extends Validators {
	readonly url: URL;
	readonly ownService: OwnService;
	readonly addressRule: AddressRule;
	readonly signal: AbortSignal;
	/** Total time. */
	readonly timeoutMs?: number;
}

interface FetchedFeed {
	/** Undefined if it has not changed. */
	readonly document: FeedDocument | undefined;
	readonly validators: Validators;
	/** After redirects. */
	readonly url: URL;
	/** Header of the response, or empty. */
	readonly cacheControl: string;
}

/** A response with another status than 200 and 304. */
export class FeedStatusError extends Error {
	override readonly name = 'FeedStatusError';
	readonly status: number;
	/** Time that the server asks to wait, ms. 0 if it does not. */
	readonly retryAfterMs: number;

	constructor(status: number, reason: string, retryAfterMs: number) {
		super(status === 410 ? fetchFeedText.gone : fetchFeedText.status(status, reason));
		this.status = status;
		this.retryAfterMs = retryAfterMs;
	}
}

/** Maximum characters of a validator. Longer ones are not sent again. */
const MAX_VALIDATOR = 1_000;
const ACCEPT =
	'application/rss+xml, application/atom+xml, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1';

/** Fetches and reads a feed if it has changed. Rejects with the reason of a failure. */
export function fetchFeed(request: FeedRequest): Promise<FetchedFeed> {
	const { url, etag, lastModified, ownService, addressRule } = request;
	return withinTime(request.timeoutMs ?? feedLimits.requestTimeoutMs, request.signal, async (signal) => {
		const answer = await openResponse(url, {
			connect: connectDirectly,
			ownService,
			addressFilter: addressRule.filter,
			maxRedirects: feedLimits.maxRedirects,
			headers: {
				accept: ACCEPT,
				'accept-encoding': ACCEPTED_ENCODINGS,
				...(etag === '' ? {} : { 'if-none-match': etag }),
				...(lastModified === '' ? {} : { 'if-modified-since': lastModified }),
			},
			signal,
		});
		try {
			const { status, message } = answer;
			const { headers } = message;
			const fetched = { url: answer.url, cacheControl: headers['cache-control'] ?? '' };
			// A server may answer 304 without a condition. Then there is nothing to use.
			if (status === 304 && (etag !== '' || lastModified !== ''))
				return { ...fetched, document: undefined, validators: { etag, lastModified } };
			if (status !== 200) {
				const retryAfterMs = readRetryAfter(headers['retry-after'], Date.now());
				throw new FeedStatusError(status, (message.statusMessage ?? '').slice(0, 100), retryAfterMs);
			}
			const parser = new FeedParser(headers['content-type'] ?? '');
			const { maxSentBytes, maxDecodedBytes } = feedLimits;
			const limits = { maxSentBytes, maxDecodedBytes, tooLong: () => new Error(fetchFeedText.tooLong) };
			await readDecodedBody(message, limits, (part) => parser.write(part), signal);
			return { ...fetched, document: parser.end(), validators: validatorsOf(headers) };
		} finally {
			answer.close();
		}
	});
}

function validatorsOf(headers: IncomingHttpHeaders): Validators {
	const usable = (value: string | undefined) =>
		value !== undefined && value.length <= MAX_VALIDATOR && /^[\x20-\x7e]*$/.test(value) ? value : '';
	return { etag: usable(headers.etag), lastModified: usable(headers['last-modified']) };
}
