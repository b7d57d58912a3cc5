import { type EndpointName, endpointNames } from '../../protocol/endpoints/table.ts';
import { notOffered } from './not-offered.ts';

export type OfferedEndpoint = Exclude<EndpointName, (typeof notOffered)[number]>;

function isOffered(name: EndpointName): name is OfferedEndpoint {
	return !notOffered.some((absent) => absent === name);
}

/** Endpoints that the service has, in the table's order. */
export const offeredEndpoints: readonly OfferedEndpoint[] = endpointNames.filter(isOffered);

/** Returns the paths of an endpoint. 'engine' stands for a name (interface, part 4.5): clients in the field use this one. */
export function servedPaths(path: string): string[] {
	const prefix = '/engine/';
	return path.startsWith(prefix) ? [path, `/libtorrent/${path.slice(prefix.length)}`] : [path];
}
