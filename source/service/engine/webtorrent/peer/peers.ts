import type Wire from 'bittorrent-protocol';
import type { Magnet } from '../../../../metainfo/magnet.ts';
import type { Route } from '../../../proxies/route.ts';
import type { EngineDiscovery, EngineDownload, EnginePeer } from '../../port.ts';
import { CopyCounter } from '../pieces/availability.ts';
import type { Pieces } from '../pieces/pieces.ts';
import { describePeer } from './connection.ts';
import type { Dialer } from './dialer.ts';
import { Limits, type SharedLimits } from './limits.ts';
import type { OffenseLog } from './offense-log.ts';
import { openProxyRoute, type ProxyRoute, type RouteResources } from './proxy-route.ts';
import { Swarm, type SwarmEvents, type TorrentData } from './swarm.ts';

/** Network resources shared by all downloads. */
export interface PeerResources extends RouteResources {
	/** Opens connections to peers for all downloads. */
	readonly dialer: Dialer;
	/** Limits of all downloads together. */
	readonly limits: SharedLimits;
	/** Logs wrong data of peers. */
	readonly offenses: OffenseLog;
	/** Whether local discovery and peer exchange are enabled. */
	readonly localDiscovery: boolean;
	readonly peerExchange: boolean;
}

/** Callbacks of the peers to their download. */
interface PeerEvents extends SwarmEvents {
	/** The reachability of the route changed. */
	onRoute(reachable: boolean): void;
}

/** Discovery of a download that uses only trackers. */
const noDiscovery: EngineDiscovery = { dht: null, peerExchange: null, local: null };

/** Announced port when incoming connections are impossible. Trackers refuse 0. */
const NO_PORT = 1;

/** Counts of connected peers. */
interface PeerCounts {
	/** Bytes per second. */
	readonly speedDown: number;
	readonly speedUp: number;
	readonly seeds: number;
	readonly others: number;
}

const noPeers: PeerCounts = { speedDown: 0, speedUp: 0, seeds: 0, others: 0 };

/** Peers of a download: its route to them, its membership in the swarm, and its speed limits. */
export class Peers {
	/** Speed limits, shared with web seeds. */
	readonly limits: Limits;
	/** null before `join`. It stays after the download has left it. */
	swarm: Swarm | null = null;
	readonly #proxies: EngineDownload['route'];
	readonly #resources: PeerResources;
	readonly #events: PeerEvents;
	readonly #copies = new CopyCounter();
	#proxyRoute: ProxyRoute | null = null;
	#discovery = noDiscovery;

	constructor(spec: EngineDownload, resources: PeerResources, events: PeerEvents) {
		this.limits = new Limits(spec.maxDownloadSpeed, spec.maxUploadSpeed, resources.limits);
		this.#proxies = spec.route;
		this.#resources = resources;
		this.#events = events;
	}

	/** The only allowed route; null to connect directly. Throws before `openRoute`. */
	get route(): Route | null {
		return this.#opened.route;
	}

	/** Whether it has hops and its last proxy is unreachable. */
	get isRouteDown(): boolean {
		return this.#proxyRoute?.route?.reachable === false;
	}

	/** Identity for trackers. */
	get trackerIdentity(): { readonly peerId: string; readonly port: number } {
		const { client, route } = this.#opened;
		return { peerId: client.peerId, port: route ? NO_PORT : client.torrentPort };
	}

	/** Opens the route. To be called before `join`. */
	async openRoute(): Promise<void> {
		this.#proxyRoute = await openProxyRoute(this.#proxies, this.#resources, {
			onChange: () => {
				if (!this.isRouteDown) this.swarm?.reconnect();
				this.#events.onRoute(!this.isRouteDown);
			},
			onError: (error) => this.#events.onError(error),
		});
	}

	/** Joins the swarm through the route. A magnet link joins to get its metadata. */
	join(source: TorrentData | Magnet, pieces: Pieces): void {
		const { limits } = this;
		const { dialer, offenses } = this.#resources;
		const { client, route } = this.#opened;
		this.swarm = new Swarm(source, { client, route, limits, pieces, dialer, offenses }, this.#events);
	}

	/** Returns the connected peers. `pieceCount` is 0 while the metadata is missing. */
	list(pieceCount: number): EnginePeer[] {
		const swarm = this.swarm;
		return [...(swarm?.connections.values() ?? [])].map((connection) =>
			describePeer(connection, pieceCount, swarm?.torrent._rechokeOptimisticWire === connection.wire),
		);
	}

	get counts(): PeerCounts {
		if (!this.#isConnected) return noPeers;
		const counts = { speedDown: 0, speedUp: 0, seeds: 0, others: 0 };
		for (const wire of this.#wires) {
			counts.speedDown += wire.downloadSpeed();
			counts.speedUp += wire.uploadSpeed();
			if (wire.isSeeder === true) counts.seeds++;
			else counts.others++;
		}
		return counts;
	}

	/** Connected peers by source; null for disabled sources. The same object while nothing changes. */
	get discovery(): EngineDiscovery {
		if (!this.swarm || this.route || this.swarm.private) return noDiscovery;
		let dht = 0;
		let peerExchange = 0;
		let local = 0;
		for (const { source } of this.swarm.connections.values()) {
			if (source === 'dht') dht++;
			else if (source === 'ut_pex') peerExchange++;
			else if (source === 'lsd') local++;
		}
		const found = {
			dht: this.#opened.client.dht ? dht : null,
			peerExchange: this.#resources.peerExchange ? peerExchange : null,
			local: this.#resources.localDiscovery ? local : null,
		};
		if (!isSame(found, this.#discovery)) this.#discovery = found;
		return this.#discovery;
	}

	/**
	 * Returns the distributed copies of the pieces. `complete` is the number of seeds besides peers, `own` our
	 * bitfield if it is incomplete.
	 */
	distributedCopies(pieceCount: number, complete: number, own: Uint8Array | null): number {
		if (!own && !this.#isConnected) return complete;
		return this.#copies.count(pieceCount, () => {
			const partial = own ? [own] : [];
			let seeds = complete;
			for (const wire of this.#wires) {
				if (wire.isSeeder === true) seeds++;
				else partial.push(wire.peerPieces.buffer);
			}
			return { complete: seeds, partial };
		});
	}

	/** Closes all connections. */
	async leave(): Promise<void> {
		await this.swarm?.leave();
		this.limits.close();
	}

	/** Releases the route, after leaving the swarm. */
	async closeRoute(): Promise<void> {
		await this.#proxyRoute?.close();
	}

	get #isConnected(): boolean {
		return (this.swarm?.connections.size ?? 0) > 0;
	}

	get #wires(): Iterable<Wire> {
		return this.swarm?.connections.keys() ?? [];
	}

	get #opened(): ProxyRoute {
		if (!this.#proxyRoute) throw new Error('a download cannot reach peers before its route is open');
		return this.#proxyRoute;
	}
}

function isSame(a: EngineDiscovery, b: EngineDiscovery): boolean {
	return a.dht === b.dht && a.peerExchange === b.peerExchange && a.local === b.local;
}
