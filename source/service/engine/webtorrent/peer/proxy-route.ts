import type WebTorrent from 'webtorrent';
import type { Route } from '../../../proxies/route.ts';
import type { SocksProxy } from '../../port.ts';
import { hiddenClient } from '../client.ts';
import type { EngineContext } from '../engine-context.ts';

/** How a download reaches others: as one of all, or on its own through a route. */
export interface ProxyRoute {
	readonly client: WebTorrent;
	/** The only way out, when there is one. */
	readonly route: Route | null;
	/** Lets go of what was taken for this download alone. Its connections have ended before. */
	close(): Promise<void>;
}

/**
 * The way of a download: with proxies a client and a route that know no other way. `onChange` is called when the route
 * begins or ceases to stand, `onError` when the client cannot go on.
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
