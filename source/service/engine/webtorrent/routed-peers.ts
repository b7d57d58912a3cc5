import type { Torrent } from 'webtorrent';
import type { Route } from '../../proxies/route.ts';
import { ProxyError } from '../../proxies/socks5.ts';

/** Milliseconds before the next attempts to connect to the same peer, as the library has them. */
const RECONNECT_WAIT = [1_000, 5_000, 15_000];

/**
 * Makes every connection of a torrent go through a route, and takes no incoming ones. Peers wait while the route does
 * not stand, and an attempt that it broke off is not counted.
 */
export function connectByRoute(torrent: Torrent, route: Route, mayConnect: () => boolean): void {
	torrent._addIncomingPeer = (peer) => peer.destroy(new Error('this download takes no incoming peers'));
	torrent._drain = () => {
		while (!torrent.destroyed && route.standing && mayConnect()) {
			if (torrent._numConns + torrent._numPending >= torrent.client.maxConns) return;
			const peer = torrent._queue.shift();
			if (!peer) return;
			connect(torrent, peer, route);
		}
	};
}

function connect(torrent: Torrent, peer: Torrent['_queue'][number], route: Route): void {
	const { addr, source } = peer;
	let brokenOff = false;
	torrent._numPending += 1;
	const { socket, established } = route.open(destinationOf(addr));
	// Destroying the peer destroys the socket, which gives up the attempt; its time limit is the route's.
	peer.conn = socket;
	established
		.finally(() => {
			torrent._numPending -= 1;
		})
		.then(
			() => {
				if (!torrent.destroyed) peer.onConnect();
			},
			(error: unknown) => {
				brokenOff = error instanceof ProxyError;
				peer.destroy(error instanceof Error ? error : new Error(String(error)));
			},
		)
		.finally(() => {
			if (socket.destroyed) again();
			else socket.once('close', again);
		});

	const again = (): void => {
		const retries = brokenOff ? peer.retries : peer.retries + 1;
		const wait = RECONNECT_WAIT[brokenOff ? 0 : peer.retries];
		if (torrent.destroyed || wait === undefined) return;
		const timer = setTimeout(() => {
			if (torrent.destroyed) return;
			const next = torrent._addPeer(addr, 'tcp', source);
			if (next) next.retries = retries;
		}, wait);
		timer.unref();
	};
}

/** Of host:port, an IPv6 host in brackets. */
function destinationOf(address: string): { host: string; port: number } {
	const at = address.lastIndexOf(':');
	return { host: address.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(address.slice(at + 1)) };
}
