import type { Torrent } from 'webtorrent';
import type Peer from 'webtorrent/lib/peer.js';
import type { Passage } from '../../proxies/chain.ts';
import { type Destination, ProxyError } from '../../proxies/socks5.ts';
import { PeerSocket } from './peer-socket.ts';

/** Milliseconds before the next attempts to connect to the same peer, as the library has them. */
const RECONNECT_WAIT = [1_000, 5_000, 15_000];
/** Milliseconds for an attempt without proxies. */
const CONNECT_TIMEOUT = 5_000;

/** Peers of a torrent that are known at the same time: one message of peer exchange can name thousands. */
const MOST_KNOWN = 2_000;

/** A way to peers: directly, or through proxies. */
export interface WayOut {
	/** Does it lead anywhere at the moment? */
	readonly standing: boolean;
	open(destination: Destination): Passage;
}

/**
 * Makes every connection of a torrent go one way. Peers wait while it does not stand, and an attempt that it broke
 * off is not counted.
 */
export function connectPeers(torrent: Torrent, way: WayOut, mayConnect: () => boolean): void {
	const addPeer = torrent._addPeer;
	torrent._addPeer = (address, type, source) => {
		const known = Math.max(torrent._peers?.size ?? 0, torrent._queue?.length ?? 0);
		return known < MOST_KNOWN ? addPeer.call(torrent, address, type, source) : null;
	};
	torrent._drain = () => {
		while (!torrent.destroyed && way.standing && mayConnect()) {
			if (torrent._numConns + torrent._numPending >= torrent.client.maxConns) return;
			const peer = torrent._queue?.shift();
			if (!peer) return;
			// Peer exchange may have dropped it while it waited: nobody would end its connection.
			if (!peer.destroyed) connect(torrent, peer, way);
		}
	};
}

/** The way without proxies. */
export const direct: WayOut = {
	standing: true,
	open(destination) {
		const socket = PeerSocket.make();
		const established = new Promise<void>((resolve, reject) => {
			const timer = setTimeout(() => socket.destroy(new Error('no connection in time')), CONNECT_TIMEOUT);
			socket.once('connect', () => {
				clearTimeout(timer);
				resolve();
			});
			socket.on('error', reject);
			socket.once('close', () => {
				clearTimeout(timer);
				reject(new Error('the connection was given up'));
			});
			socket.connect(destination);
		});
		return { socket, established };
	},
};

function connect(torrent: Torrent, peer: Peer, way: WayOut): void {
	const { addr, source } = peer;
	let brokenOff = false;
	torrent._numPending += 1;
	const { socket, established } = way.open(destinationOf(addr));
	// Destroying the peer destroys the socket, which gives up the attempt; its time limit is the way's.
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
function destinationOf(address: string): Destination {
	const at = address.lastIndexOf(':');
	return { host: address.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(address.slice(at + 1)) };
}
