import type { Endpoint } from '../../protocol/endpoint.ts';
import type { EndpointName } from '../../protocol/endpoints/table.ts';

/** Limits of one call. */
interface Limits {
	/** Maximum size of the response, bytes. */
	readonly bytes: number;
	/** Timeout from the request to the end of the response, ms. */
	readonly deadline: number;
}

const MEBIBYTE = 1024 * 1024;
const MINUTE_MS = 60_000;

/**
 * Returns the limits of an endpoint. Lists, files and dumps can be large, and connections as slow as 100 KB/s. Other
 * responses are small.
 */
export function limitsOf(name: EndpointName, entry: Endpoint): Limits {
	if (name === 'listDownloads') return { bytes: 512 * MEBIBYTE, deadline: 15 * MINUTE_MS };
	if (entry.content === 'bytes') return { bytes: 1024 * MEBIBYTE, deadline: 60 * MINUTE_MS };
	return { bytes: 64 * MEBIBYTE, deadline: 5 * MINUTE_MS };
}
