import { baseUrl } from '../discovery/address.ts';
import { MalformedError } from '../errors.ts';
import { Http } from '../http/http.ts';
import { type Dialect, generationOf } from './dialect.ts';
import { basePath8, readDialect } from './read-dialect.ts';

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
}

const defaultTimeout = 5_000;

/**
 * Finds out what speaks the interface at an address: below which base path and in which dialect, by one to four
 * requests. Throws a ClientError: UnauthorizedError when the key is wrong (nothing else can be known then),
 * MalformedError when what answers is something else.
 */
export async function detectService(address: string, options: DetectOptions = {}): Promise<Detected> {
	const url = baseUrl(address, options.source ?? '--url');
	const other = url.endsWith(basePath8) ? url.slice(0, -basePath8.length) : url + basePath8;
	const found = (await detectAt(url, options)) ?? (await detectAt(other, options));
	if (found) return found;
	throw new MalformedError(url, `no torrent service answers there, nor at ${other}`);
}

/** Undefined when something else answers at the base path. */
async function detectAt(url: string, options: DetectOptions): Promise<Detected | undefined> {
	const http = new Http({ url, apiKey: options.apiKey });
	try {
		const timeout = options.timeout ?? defaultTimeout;
		const dialect = await readDialect(http, { timeout, signal: options.signal });
		return dialect && { url, dialect, generation: generationOf(dialect) };
	} catch (error) {
		if (error instanceof MalformedError) return undefined;
		throw error;
	} finally {
		await http.close();
	}
}
