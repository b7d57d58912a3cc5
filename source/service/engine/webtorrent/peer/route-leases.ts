import { Route } from '../../../proxies/route.ts';
import type { SocksProxy } from '../../../proxies/socks-proxy.ts';
import type { EngineRoute } from '../../port.ts';

interface SharedRoute {
	readonly proxies: readonly SocksProxy[];
	readonly route: Route;
	readonly users: Set<() => void>;
}

/** Use of a route by a download. */
interface RouteLease {
	readonly route: Route;
	release(): void;
}

/** Routes in use, one per chain of proxies, shared by downloads. */
export class RouteLeases {
	readonly #shared = new Map<string, SharedRoute>();

	/** Returns a lease of the route. Until its release `onChange` is called when the reachability changes. */
	lease(proxies: readonly SocksProxy[], onChange: () => void): RouteLease {
		const key = JSON.stringify(proxies);
		const users = this.#shared.get(key)?.users ?? new Set();
		const shared = this.#shared.get(key) ?? {
			proxies,
			users,
			route: new Route(proxies, () => {
				for (const notify of users) notify();
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

	/** Returns the routes in use, without the secrets of their proxies. */
	list(): EngineRoute[] {
		return [...this.#shared.values()].map(({ proxies, users, route: { reachable, failure } }) => ({
			proxies: proxies.map(({ host, port }) => `${host}:${port}`),
			downloads: users.size,
			reachable,
			failure,
		}));
	}
}
