import { percentDecoded } from '../../basics/percent-decoding.ts';
import type { Endpoint } from '../../protocol/endpoint.ts';
import { type EndpointName, endpointNames, endpoints } from '../../protocol/endpoints/table.ts';

export const methods = ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'] as const;
export type Method = (typeof methods)[number];

/** An endpoint of the table, with its parameters from a path. */
interface Match {
	readonly name: EndpointName;
	readonly entry: Endpoint;
	readonly params: Readonly<Record<string, string>>;
}

/** Returns the endpoint of a method and path: '/downloads/abc/files', or '/downloads/{infohash}/files' itself. */
export function matchEndpoint(method: Method, path: string): Match | undefined {
	const segments = path.split('/');
	const matches = endpointNames.flatMap((name): Match[] => {
		const entry: Endpoint = endpoints[name];
		if (entry.method !== method) return [];
		const params = paramsOf(entry.path.split('/'), segments);
		return params ? [{ name, entry, params }] : [];
	});
	// '/metadata/{public_key}/{id}' also matches fixed paths of other endpoints.
	return matches.sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0];
}

function paramsOf(
	template: readonly string[],
	segments: readonly string[],
): Record<string, string> | undefined {
	if (template.length !== segments.length) return undefined;
	const params: Record<string, string> = {};
	for (const [index, part] of template.entries()) {
		const segment = segments[index] ?? '';
		const name = /^\{(\w+)\}$/.exec(part)?.[1];
		if (name === undefined) {
			if (part !== segment) return undefined;
		} else if (segment === '') return undefined;
		else params[name] = percentDecoded(segment);
	}
	return params;
}
