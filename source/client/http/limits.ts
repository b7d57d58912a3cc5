import type { Endpoint } from '../../protocol/endpoint.ts';
import type { EndpointName } from '../../protocol/endpoints/table.ts';

/** What one call may cost. */
export interface Limits {
	/** Bytes of the answer. */
	readonly bytes: number;
	/** Milliseconds from the request to the end of the answer. */
	readonly deadline: number;
}

const mebibyte = 1024 * 1024;
const minute = 60_000;

/** Lists, files and dumps grow with what a service has; lines of 100 KB/s exist. All else is small. */
export function limitsOf(name: EndpointName, entry: Endpoint): Limits {
	if (name === 'listDownloads') return { bytes: 512 * mebibyte, deadline: 15 * minute };
	if (entry.content === 'bytes') return { bytes: 1024 * mebibyte, deadline: 60 * minute };
	return { bytes: 64 * mebibyte, deadline: 5 * minute };
}
