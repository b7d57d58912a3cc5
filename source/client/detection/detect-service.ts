import { endpoints } from '../../protocol/endpoints/table.ts';
import { baseUrl } from '../discovery/address.ts';
import { MalformedError, NotFoundError } from '../errors.ts';
import { Http } from '../http.ts';
import { type Dialect, dialectOf, generationOf } from './dialect.ts';
import { firstEvent } from './first-event.ts';

export type { Dialect } from './dialect.ts';

export interface DetectOptions {
	readonly apiKey?: string | undefined;
	/** Where the address was written, in words for messages; '--url' unless told. */
	readonly source?: string | undefined;
	/** Milliseconds for each request; 5 s unless told. */
	readonly timeout?: number | undefined;
	readonly signal?: AbortSignal | undefined;
}

/** What was found at an address. */
export interface Detected {
	/** The base URL, with /api where the service answers below it. */
	readonly url: string;
	readonly generation: 'A' | 'B';
	readonly dialect: Dialect;
	/** As the service says it; undefined when it does not. */
	readonly version?: string;
}

const defaultTimeout = 5_000;
const prefix = '/api';

/**
 * Finds out what speaks the interface at an address: below which base path and in which dialect. One request where
 * the path is right, two where it lacks /api or has it wrongly, one more where a service is silent. Throws a
 * ClientError: UnauthorizedError when the key is wrong (nothing else can be known then), MalformedError when what
 * answers is something else.
 */
export async function detectService(address: string, options: DetectOptions = {}): Promise<Detected> {
	const url = baseUrl(address, options.source ?? '--url');
	const other = url.endsWith(prefix) ? url.slice(0, -prefix.length) : url + prefix;
	const found = (await detectAt(url, options)) ?? (await detectAt(other, options));
	if (found) return found;
	throw new MalformedError(url, `no torrent service answers there, nor at ${other}`);
}

/** Undefined when something else answers at the base path. */
async function detectAt(url: string, options: DetectOptions): Promise<Detected | undefined> {
	const http = new Http({ url, apiKey: options.apiKey });
	try {
		const timeout = options.timeout ?? defaultTimeout;
		const signs = await firstEvent(http, timeout, options.signal);
		if (signs === 'silent') {
			const dialect = await dialectBySilence(http, timeout, options.signal);
			return { url, dialect, generation: generationOf(dialect) };
		}
		const dialect = dialectOf(signs);
		const version = signs.version === '' ? {} : { version: signs.version };
		return { url, dialect, generation: generationOf(dialect), ...version };
	} catch (error) {
		if (error instanceof NotFoundError || error instanceof MalformedError) return undefined;
		throw error;
	} finally {
		await http.close();
	}
}

/** By the state, which releases have up to 7.11. */
async function dialectBySilence(
	http: Http,
	timeout: number,
	signal: AbortSignal | undefined,
): Promise<Dialect> {
	const { method, path } = endpoints.getState;
	try {
		const call = { method, path, accept: 'application/json', timeout, deadline: timeout, limit: 1024 * 1024 };
		const body = await http.open({ ...call, signal });
		body.discard();
		return body.contentType === 'text/json' ? '7.0-7.3' : '7.5-7.11';
	} catch (error) {
		if (!(error instanceof NotFoundError)) throw error;
		// Generation A answers with a page until it has started; the others say what they could not find.
		if (!/Could not find/.test(error.detail)) return '7.0-7.3';
		return http.url.endsWith(prefix) ? '8.x' : '7.12-7.14';
	}
}
