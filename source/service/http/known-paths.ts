import { endpoints } from '../../protocol/endpoints/table.ts';
import { offeredEndpoints } from './offered.ts';

/**
 * Returns the allowed methods of a path, for a 405. Returns undefined for unknown paths and for endpoints that this
 * service does not have.
 */
export function allowedMethods(method: string, path: string): string | undefined {
	if (Object.values(endpoints).some((row) => row.method === method && matcherOf(row.path).test(path)))
		return undefined;
	const methods = offeredEndpoints
		.map((name) => endpoints[name])
		.filter((row) => matcherOf(row.path).test(path))
		.flatMap((row) => (row.method === 'GET' ? ['GET', 'HEAD'] : [row.method]));
	return methods.length === 0 ? undefined : methods.join(', ');
}

function matcherOf(path: string): RegExp {
	return new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
}
