import type { Endpoint } from '../../protocol/endpoint.ts';
import { type EndpointName, endpoints } from '../../protocol/endpoints/table.ts';

/** The segment that stands for the engine's name (interface, part 4.5). */
const engineSegment = /^\/engine\//;

/** Chooses the path of each endpoint from its alternatives, and remembers which one worked. */
export class EndpointPaths {
	readonly #working = new Map<EndpointName, string>();
	#engine: string;

	/** `engine` is the service's name of its engine. 'engine' is tried after it. */
	constructor(engine: string) {
		this.#engine = engine;
	}

	/** Returns the paths to try, most likely first, with parameters in braces. */
	candidates(name: EndpointName): readonly string[] {
		const entry: Endpoint = endpoints[name];
		const path = entry.path.replace(engineSegment, `/${encodeURIComponent(this.#engine)}/`);
		return [...new Set([this.#working.get(name) ?? path, path, entry.path, ...entry.otherPaths])];
	}

	/** Remembers a path that worked. */
	remember(name: EndpointName, path: string): void {
		const entry: Endpoint = endpoints[name];
		this.#working.set(name, path);
		// The engine has the same name in all paths.
		if (engineSegment.test(entry.path) && path === entry.path) this.#engine = 'engine';
	}
}
