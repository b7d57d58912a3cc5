import type { Endpoint } from '../../protocol/endpoint.ts';
import { endpointNames, endpoints } from '../../protocol/endpoints/table.ts';
import type { Extension } from '../../protocol/extensions.ts';

/** The extensions of this service: all that the endpoint table has. */
export const ownExtensions: readonly Extension[] = [
	...new Set(
		endpointNames.flatMap((name) => {
			const { needs, bodyNeeds }: Endpoint = endpoints[name];
			return [...(needs ? [needs] : []), ...Object.values(bodyNeeds)].map(({ extension }) => extension);
		}),
	),
];
