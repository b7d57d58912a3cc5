import type WebTorrent from 'webtorrent';
import type { Route } from '../../../proxies/route.ts';
import type { SocksProxy } from '../../port.ts';
import { hiddenClient } from '../client.ts';
import type { EngineContext } from '../engine-context.ts';

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
	context: EngineContext,
	{ onChange, onError }: { onChange: () => void; onError: (error: unknown) => void },
): Promise<ProxyRoute> {
	if (proxies.length === 0) return { client: context.client, route: null, close: async () => {} };
	const client = await hiddenClient();
	client.on('error', onError);
	context.hidden.add(client);
	const { route, release } = context.routes.take(proxies, onChange);
	return {
		client,
		route,
		close: async () => {
			release();
			context.hidden.delete(client);
			if (!client.destroyed) await new Promise<void>((resolve) => client.destroy(() => resolve()));
		},
	};
}
