import type WebTorrent from 'webtorrent';
import type { Magnet } from '../../../../metainfo/magnet.ts';
import type { Route } from '../../../proxies/route.ts';
import type { EngineDiscovery, EnginePeer, MoreSources } from '../../port.ts';
import type { EngineContext } from '../engine-context.ts';
import { Limits } from '../peer/limits.ts';
import { describePeer } from '../peer/connection.ts';
import { Trackers } from './trackers/trackers.ts';
import { WebSeeds } from './web-seeds/web-seeds.ts';
import { Swarm, type SwarmData, type SwarmEvents } from '../peer/swarm.ts';

/** Queries and callbacks of a session to its download. */
export interface SwarmSessionEvents extends SwarmEvents {
	/** Missing bytes of the whole torrent; undefined while the metadata is missing. */
	left(): number | undefined;
}

/** Options of a session in a swarm. */
export interface SwarmSessionOptions {
	readonly infohash: string;
	readonly client: WebTorrent;
	/** The only allowed route; null to connect directly. */
	readonly route: Route | null;
	/** Bytes per second, 0 for none. */
	readonly maxDownloadSpeed: number;
	readonly maxUploadSpeed: number;
}

/** Announced port when incoming connections are impossible. Trackers refuse 0. */
const NO_PORT = 1;

/** Participation of a download in its swarm: connections with limits, trackers and web seeds. */
export class SwarmSession {
	readonly swarm: Swarm;
	readonly trackers: Trackers;
	readonly webSeeds: WebSeeds;
	readonly #limits: Limits;
	readonly #context: EngineContext;
	readonly #options: SwarmSessionOptions;

	/** Joins the swarm and announces to the trackers. */
	constructor(
		source: SwarmData | Magnet,
		options: SwarmSessionOptions,
		context: EngineContext,
		session: SwarmSessionEvents,
	) {
		const { client, route } = options;
		const { dialer, offences, announces } = context;
		this.#context = context;
		this.#options = options;
		this.#limits = new Limits(options.maxDownloadSpeed, options.maxUploadSpeed);
		this.swarm = new Swarm(source, { client, dialer, offences, limits: this.#limits, route }, session);
		const announcer = {
			infohash: options.infohash,
			peerId: client.peerId,
			port: route ? NO_PORT : client.torrentPort,
			route,
			ownService: context.ownService,
			figures: () => ({
				uploaded: this.swarm.uploaded,
				downloaded: this.swarm.downloaded,
				left: session.left(),
			}),
			onPeer: (address: string) => this.addPeer(address, 'tracker'),
		};
		const urls = 'metainfo' in source ? source.metainfo.trackers : source.trackers;
		this.trackers = new Trackers(urls, announcer, announces);
		this.trackers.start();
		const webSeeds = 'metainfo' in source ? source.metainfo.webSeeds : source.webSeeds;
		this.webSeeds = new WebSeeds(webSeeds, {
			enabled: context.webSeeds,
			transfers: context.webSeedTransfers,
			swarm: this.swarm,
			limits: this.#limits,
			route,
			ownService: context.ownService,
			onBytes: (count) => {
				this.swarm.downloaded += count;
			},
		});
	}

	/** Returns connected peers and active web seeds. `pieceCount` is 0 while the metadata is missing. */
	peers(pieceCount: number): EnginePeer[] {
		const { torrent, connections } = this.swarm;
		const peers = [...connections.values()].map((connection) =>
			describePeer(connection, pieceCount, torrent._rechokeOptimisticWire === connection.wire),
		);
		return [...peers, ...this.webSeeds.peers];
	}

	/** Connected peers by source; null for disabled sources. */
	get discovery(): EngineDiscovery {
		const { client, route } = this.#options;
		const found = (source: string): number => {
			let count = 0;
			for (const connection of this.swarm.connections.values()) if (connection.source === source) count++;
			return count;
		};
		if (route || this.swarm.private) return nowhere;
		return {
			dht: client.dht ? found('dht') : null,
			peerExchange: this.#context.peerExchange ? found('ut_pex') : null,
			local: this.#context.localDiscovery ? found('lsd') : null,
		};
	}

	/** Sets limits in bytes per second, 0 for none. Connections stay. */
	limit(down: number, up: number): void {
		this.#limits.change(down, up);
	}

	/** Resumes everything that waited for the route, after it became reachable. */
	recover(): void {
		this.swarm.knownPeers.wake();
		this.trackers.retry();
	}

	/** Adds trackers, peers and web seeds. */
	addSources({ trackers, webSeeds, peers }: MoreSources): void {
		if (this.swarm.torrent.destroyed) return;
		this.trackers.add(trackers);
		this.webSeeds.add(webSeeds);
		const { torrent } = this.swarm;
		const connect = (): void => {
			for (const peer of peers) this.addPeer(peer, 'manual');
		};
		// The library accepts no peers before.
		if (torrent.infoHash) connect();
		else torrent.once('infoHash', connect);
	}

	/** @param address host:port */
	addPeer(address: string, source: string): void {
		if (!this.swarm.torrent.destroyed) this.swarm.torrent.addPeer(address, source);
	}

	/** Requests peers from trackers if no connected peer has missing pieces. To be called every second. */
	seekPeers(): void {
		if (!this.swarm.torrent.destroyed) this.trackers.seek(this.swarm.starving);
	}

	/** Closes all connections. The 'stopped' announces continue in the background. */
	async leave(): Promise<void> {
		this.webSeeds.stop();
		this.#context.waitOnClose(this.trackers.stop());
		await this.swarm.end();
		this.#limits.destroy();
	}
}

/** Discovery of a download that uses only trackers. */
export const nowhere: EngineDiscovery = { dht: null, peerExchange: null, local: null };
