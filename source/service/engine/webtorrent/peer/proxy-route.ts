import type WebTorrent from 'webtorrent';
import type { Route } from '../../../proxies/route.ts';
import type { SocksProxy } from '../../../proxies/socks-proxy.ts';
import { hiddenClient } from '../client.ts';
import type { RouteLeases } from './route-leases.ts';

/** Clients and routes shared by all downloads. */
export interface RouteResources {
	/** Client of all downloads without hops. */
	readonly client: WebTorrent;
	/** Clients of downloads with hops. Their connections count toward the same limit. */
	readonly hidden: Set<WebTorrent>;
	readonly routes: RouteLeases;
}

/** Client and route of a download: the shared client, or its own behind proxies. */
export interface ProxyRoute {
	readonly client: WebTorrent;
	/** The only allowed route; null to connect directly. */
	readonly route: Route | null;
	/** Releases the download's own client and route, after its connections have ended. */
	close(): Promise<void>;
}

/**
 * Opens the route of a download. With proxies it has a client that can connect only through them. `onChange` is
 * called when the route's reachability changes, `onError` when the client fails.
 */
export async function openProxyRoute(
	proxies: readonly SocksProxy[],
	{ client: shared, hidden, routes }: RouteResources,
	{ onChange, onError }: { onChange: () => void; onError: (error: unknown) => void },
): Promise<ProxyRoute> {
	if (proxies.length === 0) return { client: shared, route: null, close: async () => {} };
	const client = await hiddenClient();
	client.on('error', onError);
	hidden.add(client);
	const { route, release } = routes.lease(proxies, onChange);
	return {
		client,
		route,
		close: async () => {
			release();
			hidden.delete(client);
			if (!client.destroyed) await new Promise<void>((resolve) => client.destroy(() => resolve()));
		},
	};
}
