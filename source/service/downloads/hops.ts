import { HttpError } from '../http/http-error.ts';
import type { SocksProxy } from '../proxies/socks-proxy.ts';

/** Prefix of all missing-route errors. Identifies them after a restart. */
const MISSING_ROUTE_PREFIX = 'There is no route for ';

/** Why a download has no route, and the next step. */
export function missingRouteText(hops: number, proxies: number): string {
	const [wanted, there] = [counted(hops, 'hop'), counted(proxies, 'SOCKS5 proxy', 'SOCKS5 proxies')];
	return `${MISSING_ROUTE_PREFIX}${wanted}: ${there} configured, and each hop needs one. Add SOCKS5 proxies to "proxies" in the settings file and start the service again, or use fewer hops (0 for a plain download).`;
}

/** Returns the proxies of a download's hops, or an HttpError when fewer are configured. */
export function findRoute(hops: number, proxies: readonly SocksProxy[]): readonly SocksProxy[] | HttpError {
	if (hops <= proxies.length) return proxies.slice(0, hops);
	return new HttpError(500, 'HopsUnavailableError', missingRouteText(hops, proxies.length));
}

/** Throws the HttpError of `findRoute`: an anonymous download must never run without its hops. */
export function requireRoute(hops: number, proxies: readonly SocksProxy[]): readonly SocksProxy[] {
	const route = findRoute(hops, proxies);
	if (route instanceof HttpError) throw route;
	return route;
}

/** Whether a download's error is a missing route. */
export function isMissingRoute(error: string): boolean {
	return error.startsWith(MISSING_ROUTE_PREFIX);
}

function counted(count: number, one: string, more = `${one}s`): string {
	const verb = one === 'hop' ? '' : count === 1 ? ' is' : ' are';
	return `${count === 0 ? 'no' : count} ${count === 1 ? one : more}${verb}`;
}
