import { type EndpointName, endpointNames } from '../../protocol/endpoints/table.ts';
import { notOffered } from './not-offered.ts';

export type OfferedEndpoint = Exclude<EndpointName, (typeof notOffered)[number]>;

function isOffered(name: EndpointName): name is OfferedEndpoint {
	return !notOffered.some((absent) => absent === name);
}

/** Endpoints that the service has, in the table's order. */
export const offeredEndpoints: readonly OfferedEndpoint[] = endpointNames.filter(isOffered);
