import type { Magnet } from '../../metainfo/magnet.ts';
import type { EngineDownload, EnginePeer } from '../port.ts';
import { type Limits, limitsOf } from './peer-hooks.ts';
import { describePeer } from './peers.ts';
import type { Surroundings } from './surroundings.ts';
import { Swarm, type SwarmData, type SwarmEvents } from './swarm.ts';
import { Trackers } from './trackers.ts';

/** What the swarm and its trackers want to know of a download, and tell it. */
export interface Member extends SwarmEvents {
	/** Bytes of the whole torrent that are missing; undefined while the metadata is missing. */
	left(): number | undefined;
}

/** A download's place in its swarm: its connections to peers under its limits, and its trackers. */
export class Membership {
	readonly swarm: Swarm;
	readonly trackers: Trackers;
	readonly #limits: Limits;
	readonly #around: Surroundings;

	/** Joins the swarm and announces itself to the trackers. */
	constructor(source: SwarmData | Magnet, download: EngineDownload, around: Surroundings, member: Member) {
		const { client, mayConnect, announces } = around;
		this.#around = around;
		this.#limits = limitsOf(download.maxDownloadSpeed, download.maxUploadSpeed);
		this.swarm = new Swarm(source, { client, mayConnect, limits: this.#limits }, member);
		const announcer = {
			infohash: download.infohash,
			peerId: client.peerId,
			port: client.torrentPort,
			userAgent: client.userAgent,
			figures: () => ({
				uploaded: this.swarm.uploaded,
				downloaded: this.swarm.downloaded,
				left: member.left(),
			}),
			onPeer: (address: string) => this.addPeer(address, 'tracker'),
		};
		const urls = 'metainfo' in source ? source.metainfo.trackers : source.trackers;
		this.trackers = new Trackers(urls, announcer, announces);
		this.trackers.start();
	}

	/** The connected peers. `pieceCount` is 0 while the metadata is missing. */
	peers(pieceCount: number): EnginePeer[] {
		const { torrent, connections } = this.swarm;
		return [...connections.values()].map((connection) =>
			describePeer(connection, pieceCount, torrent._rechokeOptimisticWire === connection.wire),
		);
	}

	/** @param address host:port */
	addPeer(address: string, source: string): void {
		if (!this.swarm.torrent.destroyed) this.swarm.torrent.addPeer(address, source);
	}

	/** Tries to open connections that the common limit held back. */
	connect(): void {
		const { torrent } = this.swarm;
		if (!torrent.destroyed && torrent._queue.length > 0) torrent._drain();
	}

	/** Ends all connections. The trackers hear of it in their own time. */
	async leave(): Promise<void> {
		this.#around.farewell(this.trackers.stop());
		await this.swarm.end();
		this.#limits.down.destroy();
		this.#limits.up.destroy();
	}
}
