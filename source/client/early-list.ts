import type { EndpointQuery } from '../protocol/endpoints/table.ts';
import { RequestLog } from './http/request-log.ts';
import { type ClientOptions, type EarlySource, Requests, type SentRequest } from './http/requests.ts';

/** It includes what any first request of the list asks for. */
const query: EndpointQuery<'listDownloads'> = { get_availability: true };

/**
 * A request of the list that is sent before the program that shows it is loaded. The first client with these options
 * takes its response, or its error, instead of sending the request.
 */
export class EarlyList implements EarlySource {
	/** Records the request, and later those of the client. */
	readonly requestLog = new RequestLog();
	readonly #options: ClientOptions;
	#sent: SentRequest | undefined;

	constructor(options: ClientOptions) {
		this.#options = options;
		const requests = new Requests({ ...options, requestLog: this.requestLog });
		const abort = new AbortController();
		const opened = requests.open('listDownloads', { query }, { signal: abort.signal, repeated: true });
		// The client that takes the response handles its error.
		opened.catch(() => {});
		this.#sent = {
			http: requests.http,
			answers: (name, request) => name === 'listDownloads' && isPartOf(request.query ?? {}),
			opened,
			abort: (reason) => abort.abort(reason),
		};
	}

	/** Resolves when the request was sent, or has failed. */
	get left(): Promise<void> {
		return this.#sent?.http.left ?? Promise.resolve();
	}

	take(options: ClientOptions): SentRequest | undefined {
		const { url, apiKey, generation } = this.#options;
		if (options.url !== url || options.apiKey !== apiKey || options.generation !== generation)
			return undefined;
		const sent = this.#sent;
		this.#sent = undefined;
		return sent;
	}

	/** Ends the request if no client took it. */
	async close(): Promise<void> {
		const sent = this.#sent;
		this.#sent = undefined;
		await sent?.http.close();
	}
}

function isPartOf(other: Readonly<Record<string, unknown>>): boolean {
	const sent: Readonly<Record<string, unknown>> = query;
	return Object.entries(other).every(([name, value]) => value === undefined || sent[name] === value);
}
