import type { Endpoint } from '../../protocol/endpoint.ts';
import { endpoints } from '../../protocol/endpoints/table.ts';
import { offeredEndpoints, servedPaths } from './offered.ts';

/**
 * Returns the allowed methods of a path, for a 405. Returns undefined for unknown paths and for endpoints that this
 * service does not have.
 */
export function allowedMethods(method: string, path: string): string | undefined {
	const matches = (row: { readonly path: string }) =>
		servedPaths(row.path).some((served) => matcherOf(served).test(path));
	if (Object.values(endpoints).some((row) => row.method === method && matches(row))) return undefined;
	const methods = offeredEndpoints
		.map((name): Endpoint => endpoints[name])
		.filter(matches)
		.flatMap(({ method, sampleMethod }) =>
			method === 'GET' ? ['GET', 'HEAD'] : sampleMethod ? [method, sampleMethod] : [method],
		);
	return methods.length === 0 ? undefined : methods.join(', ');
}

function matcherOf(path: string): RegExp {
	return new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
}
