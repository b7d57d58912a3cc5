import type { Endpoint } from '../../protocol/endpoint.ts';
import { endpoints } from '../../protocol/endpoints/table.ts';

/** Returns the paths of an endpoint. 'engine' stands for a name (interface, part 4.5): clients in the field use this one. */
export function servedPaths(path: string): string[] {
	const prefix = '/engine/';
	return path.startsWith(prefix) ? [path, `/libtorrent/${path.slice(prefix.length)}`] : [path];
}

/** Returns the allowed methods of a path, for a 405. Returns undefined for unknown paths and for allowed methods. */
export function allowedMethods(method: string, path: string): string | undefined {
	const matches = (row: { readonly path: string }) =>
		servedPaths(row.path).some((served) => matcherOf(served).test(path));
	if (Object.values(endpoints).some((row) => row.method === method && matches(row))) return undefined;
	const methods = Object.values<Endpoint>(endpoints)
		.filter(matches)
		.flatMap(({ method, sampleMethod }) =>
			method === 'GET' ? ['GET', 'HEAD'] : sampleMethod ? [method, sampleMethod] : [method],
		);
	return methods.length === 0 ? undefined : methods.join(', ');
}

function matcherOf(path: string): RegExp {
	return new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
}
