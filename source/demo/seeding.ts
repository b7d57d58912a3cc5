import { once } from 'node:events';
import { Server } from 'bittorrent-tracker';
import WebTorrent, { type Torrent } from 'webtorrent';

const LOOPBACK = '127.0.0.1';
/** A tracker on loopback, on a port chosen by the system. */
export class Tracker {
	readonly #server = new Server({ udp: false, ws: false, http: true, stats: false });
	readonly #seeded = new Set<string>();
	readonly #waiting = new Map<string, () => void>();

	async listen(): Promise<string> {
		this.#server.on('start', (_address: unknown, request: { info_hash?: unknown }) => {
			const infohash = String(request.info_hash);
			this.#seeded.add(infohash);
			this.#waiting.get(infohash)?.();
		});
		this.#server.listen(0, LOOPBACK);
		await once(this.#server, 'listening');
		const address = this.#server.http.address();
		if (!address || typeof address === 'string') throw new Error('the tracker has no port');
		return `http://${LOOPBACK}:${address.port}/announce`;
	}

	/** Resolves after a peer announced the torrent, which others can then find. */
	async announced(infohash: string): Promise<void> {
		if (this.#seeded.has(infohash)) return;
		await new Promise<void>((resolve) => this.#waiting.set(infohash, resolve));
	}
}

/** Creates a peer that listens only on loopback. It finds others through trackers, or not at all. */
export async function createPeer(tracker: boolean): Promise<WebTorrent> {
	const peer = new WebTorrent({
		torrentPort: { port: 0, host: LOOPBACK },
		tracker,
		dht: false,
		lsd: false,
		utPex: false,
		utp: false,
		natUpnp: false,
		natPmp: false,
		webSeeds: false,
	});
	await once(peer, 'listening');
	return peer;
}

/**
 * Lets a complete torrent wait for others. The service of a user that is complete too closes connections of seeds, and
 * webtorrent would connect again every second.
 */
export function waitForPeers(torrent: Torrent): Torrent {
	return torrent.once('ready', () => torrent.discovery?.removeAllListeners('peer'));
}
