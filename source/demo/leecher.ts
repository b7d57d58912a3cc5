import type WebTorrent from 'webtorrent';
import type { Torrent } from 'webtorrent';
import { parseTorrent } from '../metainfo/metainfo.ts';
import { varyingRate } from './pace.ts';
import { createPeer } from './seeding.ts';
import { EmptyStore } from './stores.ts';

/** Mean rate, bytes per second. */
const RATE = 220 * 1024;
/** Interval at which the rate changes, and the connections are checked. */
const INTERVAL_MS = 2_000;

/** A peer that fetches torrents from the user's service again and again, and keeps nothing. */
export class Leecher {
	readonly #address: string;
	readonly #torrents: readonly Uint8Array[];
	readonly #fetched = new Map<Uint8Array, Torrent>();
	#timer: NodeJS.Timeout | undefined;

	/** `address`: host:port of the user's service. */
	constructor(address: string, torrents: readonly Uint8Array[]) {
		this.#address = address;
		this.#torrents = torrents;
	}

	async run(): Promise<void> {
		const peer = await createPeer(false);
		// A single failure must not end the demo.
		peer.on('error', () => {});
		const rate = varyingRate('leecher', RATE);
		const { down } = peer.throttleGroups;
		down.setRate(RATE);
		down.setEnabled(true);
		this.#timer = setInterval(() => {
			down.setRate(Math.round(rate(performance.now())));
			for (const torrent of this.#torrents) this.#keepFetching(peer, torrent);
		}, INTERVAL_MS);
	}

	close(): void {
		clearInterval(this.#timer);
	}

	/** Starts a torrent, and connects it again after the user stopped or removed the download. */
	#keepFetching(peer: WebTorrent, bytes: Uint8Array): void {
		const fetched = this.#fetched.get(bytes);
		if (fetched && !fetched.destroyed) {
			if (fetched.ready && fetched.wires.length === 0) fetched.addPeer(this.#address);
			return;
		}
		const { pieceLength } = parseTorrent(bytes);
		const started = peer.add(bytes, { preloadedStore: new EmptyStore(pieceLength), storeCacheSlots: 0 });
		this.#fetched.set(bytes, started);
		started.on('error', () => {});
		started.on('done', () => started.destroy({ destroyStore: false }, () => {}));
		started.on('ready', () => started.addPeer(this.#address));
	}
}
