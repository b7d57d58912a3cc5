import { endpoints } from '../../protocol/endpoints/table.ts';
import { offeredEndpoints } from './offered.ts';

/**
 * The methods that a path has, for the 405 of another method; undefined where there is no such path, and for
 * rows of the interface that this service does not have: those are missing, whatever else is at their path.
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
