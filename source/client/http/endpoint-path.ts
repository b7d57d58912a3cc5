import type { Endpoint } from '../../protocol/endpoint.ts';
import { type EndpointName, endpoints } from '../../protocol/endpoints/table.ts';

/** The segment that stands for the name of the engine (interface, part 4.5). */
const engineSegment = /^\/engine\//;

/** Under which of its paths a service has an endpoint: those that may be, and what was learnt. */
export class PathChoice {
	readonly #known = new Map<EndpointName, string>();
	#engine: string;

	/** `engine` is what services call theirs; 'engine' itself is tried after it. */
	constructor(engine: string) {
		this.#engine = engine;
	}

	/** The paths to try, with parameters in braces, the likeliest first. */
	of(name: EndpointName): readonly string[] {
		const entry: Endpoint = endpoints[name];
		const path = entry.path.replace(engineSegment, `/${encodeURIComponent(this.#engine)}/`);
		return [...new Set([this.#known.get(name) ?? path, path, entry.path, ...entry.otherPaths])];
	}

	/** A path turned out to be right. */
	worked(name: EndpointName, path: string): void {
		const entry: Endpoint = endpoints[name];
		this.#known.set(name, path);
		// What the engine is called, it is called in all paths.
		if (engineSegment.test(entry.path) && path === entry.path) this.#engine = 'engine';
	}
}
