import { type Dialect, generationOf } from '../../protocol/dialect.ts';
import { baseUrl } from '../discovery/address.ts';
import { MalformedError } from '../http/errors.ts';
import { Http } from '../http/http.ts';
import { basePath8, readDialect } from '../http/read-dialect.ts';

export type { Dialect } from '../../protocol/dialect.ts';

interface DetectOptions {
	readonly apiKey?: string | undefined;
	/** Source of the address, for messages. Default: '--url'. */
	readonly source?: string | undefined;
	/** Timeout of each request, ms. Default: 5,000. */
	readonly timeout?: number | undefined;
	readonly signal?: AbortSignal | undefined;
}

/** The result of the detection. */
interface DetectedService {
	/** The base URL, with /api if the service answers there. */
	readonly url: string;
	readonly generation: 'A' | 'B';
	readonly dialect: Dialect;
}

const DEFAULT_TIMEOUT_MS = 5_000;

/**
 * Detects the base path and the dialect of the service at an address, by one to four requests. Throws a ClientError:
 * UnauthorizedError if the key is wrong, MalformedError if something else answers. With a wrong key nothing else can
 * be detected.
 */
export async function detectService(address: string, options: DetectOptions = {}): Promise<DetectedService> {
	const url = baseUrl(address, options.source ?? '--url');
	const other = url.endsWith(basePath8) ? url.slice(0, -basePath8.length) : url + basePath8;
	const found = (await detectAt(url, options)) ?? (await detectAt(other, options));
	if (found) return found;
	throw new MalformedError(url, `no torrent service answers there, nor at ${other}`);
}

/** Returns undefined if something else answers at the base path. */
async function detectAt(url: string, options: DetectOptions): Promise<DetectedService | undefined> {
	const http = new Http({ url, apiKey: options.apiKey });
	try {
		const timeout = options.timeout ?? DEFAULT_TIMEOUT_MS;
		const dialect = await readDialect(http, { timeout, signal: options.signal });
		return dialect && { url, dialect, generation: generationOf(dialect) };
	} catch (error) {
		if (error instanceof MalformedError) return undefined;
		throw error;
	} finally {
		await http.close();
	}
}
