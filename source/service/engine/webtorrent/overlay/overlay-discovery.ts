import { destinationOf } from '../peer/peer-table.ts';
import type { OverlayResources } from './overlay-resources.ts';

/** Interval of announces in the DHT. Nodes forget a peer after about 30 minutes. */
const ANNOUNCE_INTERVAL_MS = 15 * 60_000;
/** Time after which a found address is tried again. */
const RETRY_AFTER_MS = 10 * 60_000;
/** Maximum addresses that are remembered. Later ones are ignored until some are forgotten. */
const MAX_KNOWN = 200;
/** The same of one network. */
const MAX_OF_NETWORK = 20;

/** Finds other services by the DHT and local discovery, where these are enabled. */
export class OverlayDiscovery {
	readonly #resources: OverlayResources;
	readonly #infohash: string;
	readonly #onFound: (address: string) => void;
	/** Time of the last attempt by address, Unix ms, oldest first. */
	readonly #known = new Map<string, number>();
	readonly #timer: NodeJS.Timeout;
	readonly #onDhtPeer = (peer: { host: string; port: number }, infohash: Uint8Array): void => {
		if (Buffer.from(infohash).toString('hex') === this.#infohash) this.found(`${peer.host}:${peer.port}`);
	};

	constructor(resources: OverlayResources, infohash: string, onFound: (address: string) => void) {
		this.#resources = resources;
		this.#infohash = infohash;
		this.#onFound = onFound;
		resources.local?.add(infohash);
		if (resources.client.dht) resources.client.dht.on('peer', this.#onDhtPeer);
		this.#timer = setInterval(() => this.#announce(), ANNOUNCE_INTERVAL_MS).unref();
		this.#announce();
	}

	/** Takes an address that anybody may have announced. */
	found(address: string): void {
		const now = Date.now();
		for (const [known, tried] of this.#known) {
			if (now - tried < RETRY_AFTER_MS) break;
			this.#known.delete(known);
		}
		if (this.#known.has(address) || this.#known.size >= MAX_KNOWN || this.#isShareTaken(address)) return;
		this.#known.set(address, now);
		this.#onFound(address);
	}

	close(): void {
		clearInterval(this.#timer);
		const { local, client } = this.#resources;
		local?.remove(this.#infohash);
		if (client.dht) client.dht.removeListener('peer', this.#onDhtPeer);
	}

	#isShareTaken(address: string): boolean {
		const networkOf = (known: string) => this.#resources.shareOf(destinationOf(known).host);
		const network = networkOf(address);
		if (network === undefined) return false;
		return [...this.#known.keys()].filter((known) => networkOf(known) === network).length >= MAX_OF_NETWORK;
	}

	/** Announces this service in the DHT, which also finds others. */
	#announce(): void {
		const { client, log } = this.#resources;
		if (!client.dht) return;
		client.dht.announce(this.#infohash, client.torrentPort, (error) => {
			if (error) log('debug', `overlay: the DHT: ${error.message}`);
		});
	}
}
