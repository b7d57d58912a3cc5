import type { EndpointName } from '../../protocol/endpoints/table.ts';

/** Endpoints that the service does not have yet. Requests get a 404, as for unknown paths. */
export const notOffered = ['getHealth'] as const satisfies readonly EndpointName[];
