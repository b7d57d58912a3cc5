import { Route } from '../../../proxies/route.ts';
import type { SocksProxy } from '../../port.ts';

interface Shared {
	readonly route: Route;
	readonly users: Set<() => void>;
}

/** A download's hold on a route. */
export interface RouteLease {
	readonly route: Route;
	release(): void;
}

/** The routes in use, one for each chain of proxies, however many downloads take it. */
export class RouteLeases {
	readonly #shared = new Map<string, Shared>();

	/** `onChange` is called whenever the route begins or ceases to stand, until it is released. */
	take(proxies: readonly SocksProxy[], onChange: () => void): RouteLease {
		const key = JSON.stringify(proxies);
		const users = this.#shared.get(key)?.users ?? new Set();
		const shared = this.#shared.get(key) ?? {
			users,
			route: new Route(proxies, () => {
				for (const tell of users) tell();
			}),
		};
		this.#shared.set(key, shared);
		users.add(onChange);
		return {
			route: shared.route,
			release: () => {
				users.delete(onChange);
				if (users.size > 0) return;
				shared.route.close();
				if (this.#shared.get(key) === shared) this.#shared.delete(key);
			},
		};
	}
}
