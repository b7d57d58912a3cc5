import { EventEmitter } from 'node:events';
import type Wire from 'bittorrent-protocol';
import type WebTorrent from 'webtorrent';
import type { Discovery, ParsedTorrent, Torrent } from 'webtorrent';
import { pieceBytes } from '../../../../metainfo/layout.ts';
import type { Magnet } from '../../../../metainfo/magnet.ts';
import type { Metainfo } from '../../../../metainfo/metainfo.ts';
import type { Route } from '../../../proxies/route.ts';
import type { FileStore } from '../disk/store.ts';
import type { Pieces } from '../pieces/pieces.ts';
import { direct } from './connect-peers.ts';
import type { Connection } from './connection.ts';
import type { Dialer } from './dialer.ts';
import { KnownPeers } from './known-peers.ts';
import type { Limits } from './limits.ts';
import type { OffenseLog } from './offense-log.ts';
import { fallBackToPlaintext } from './peer-hooks.ts';
import { trackSeedStatus } from './seed-status.ts';
import { validateHave } from './validate-have.ts';

/** Callbacks of a swarm to its download. */
export interface SwarmEvents {
	/** The library gave up the torrent. Its store is being closed. */
	onError(error: unknown): void;
	onWarning(text: string): void;
	/** A piece arrived, was verified, and is on the disk. */
	onPiece(index: number): void;
	/** The bytes of the info dictionary arrived and match the infohash. Nothing else is verified. */
	onInfo(info: Uint8Array): void;
}

/** Torrent to transfer and its state on the disk. */
export interface TorrentData {
	readonly metainfo: Metainfo;
	readonly store: FileStore;
	/** Verified pieces on the disk. */
	readonly bitfield: Uint8Array;
}

interface SwarmOptions {
	readonly client: WebTorrent;
	/** The only allowed route; null to connect directly. */
	readonly route: Route | null;
	readonly limits: Limits;
	readonly pieces: Pieces;
	/** Logs wrong data of peers. */
	readonly offenses: OffenseLog;
	/** Schedules connections to known peers. */
	readonly dialer: Dialer;
}

/**
 * One torrent in the library, reduced to reliable parts. It has pieces but no files, a verified bitfield and no
 * disk check, and no trackers. `Pieces` controls its requests.
 */
export class Swarm {
	readonly torrent: Torrent;
	readonly connections = new Map<Wire, Connection>();
	/** Received and sent bytes of blocks of peers, without protocol overhead. */
	downloaded = 0;
	uploaded = 0;
	readonly #knownPeers: KnownPeers;
	readonly #pieces: Pieces;
	readonly #events: SwarmEvents;
	readonly #route: Route | null;
	/** Whether the torrent is private: no DHT, no peer exchange. */
	#private: boolean;
	/** Whether the library has the metadata and the store. A magnet link joins without. */
	#hasData: boolean;

	/** Joins the swarm of a torrent, or of a magnet link whose data is passed to `start` later. */
	constructor(source: TorrentData | Magnet, options: SwarmOptions, events: SwarmEvents) {
		this.#events = events;
		this.#pieces = options.pieces;
		this.#route = options.route;
		this.#private = options.route !== null;
		this.#hasData = 'metainfo' in source;
		const common = { deselect: true, storeCacheSlots: 0, destroyStoreOnDestroy: false };
		if ('metainfo' in source) {
			const { metainfo, store, bitfield } = source;
			this.#private ||= metainfo.private;
			this.torrent = options.client.add(parsedTorrent(metainfo, this.#private), {
				...common,
				preloadedStore: store,
				bitfield,
			});
			this.#setMetadata(metainfo);
		} else {
			this.torrent = options.client.add(parsedMagnet(source, this.#private), common);
		}
		// The library compares each new torrent with all others. The engine ensures unique infohashes.
		this.torrent.removeAllListeners('_infoHash');
		options.pieces.attach(this.torrent, { limit: options.limits.down, offenses: options.offenses });
		// The library starts after the current turn of the event loop.
		this.#hook(options);
		this.#knownPeers = new KnownPeers(this.torrent, {
			connector: options.route ?? direct,
			dialer: options.dialer,
			demand: this,
			hidden: options.route !== null,
		});
	}

	/** Whether it is excluded from DHT, local discovery and peer exchange. */
	get private(): boolean {
		return this.#private;
	}

	/** Whether metadata, a selected piece, or a piece that a reader waits for is missing. */
	get needsPeers(): boolean {
		return this.#pieces.requests?.needsPeers !== false;
	}

	/** Whether something is missing and no connected peer has any of it. */
	get starving(): boolean {
		const { wires, ready } = this.torrent;
		return this.needsPeers && !(ready ? wires.some((wire) => wire.amInterested) : wires.length > 0);
	}

	/** Returns when a connection last delivered a block or was opened, Unix ms. */
	lastBlockAt(wire: Wire): number {
		return this.connections.get(wire)?.lastBlockAt ?? 0;
	}

	/**
	 * Starts the transfer. A magnet link gets its metadata and data. Resolves when requests are possible, or the
	 * library gave up the torrent.
	 */
	async start(data: TorrentData): Promise<void> {
		const { torrent } = this;
		const ready = new Promise<void>((resolve) => torrent.once('ready', resolve).once('close', resolve));
		if (!this.#hasData) {
			this.#hasData = true;
			if (data.metainfo.private && !this.#private) this.#leavePublicDiscovery();
			torrent._preloadedStore = data.store;
			torrent._startupBitfield = data.bitfield;
			this.#setMetadata(data.metainfo);
			await torrent._onMetadata(parsedTorrent(data.metainfo, this.#private));
		}
		await ready;
	}

	/** Adds peers as host:port. Those that users add wait until the library accepts them. */
	addPeers(addresses: readonly string[], source: string): void {
		const { torrent } = this;
		const add = (): void => {
			if (torrent.destroyed) return;
			for (const address of addresses) torrent.addPeer(address, source);
		};
		if (torrent.infoHash || torrent.destroyed) add();
		else torrent.once('infoHash', add);
	}

	/** Announces to the DHT, unless the download does not use it or announces already. */
	announceToDht(): void {
		const { discovery } = this.torrent;
		if (discovery?.dht) discovery._dhtAnnounce?.();
	}

	/** Tries known peers again, after the route became reachable. */
	reconnect(): void {
		this.#knownPeers.schedule();
	}

	/** Closes all connections. Resolves when the library released the torrent; its store may still be closing. */
	async leave(): Promise<void> {
		if (this.torrent.destroyed) return;
		await new Promise<void>((resolve) => this.torrent.destroy({ destroyStore: false }, resolve));
	}

	/** Peers with only a magnet link get the original bytes, not a re-encoded copy. */
	#setMetadata({ info }: Metainfo): void {
		this.torrent.once('metadata', () => {
			this.torrent.metadata = Buffer.from(info);
		});
	}

	#hook(options: SwarmOptions): void {
		const { torrent } = this;
		// It formats its arguments even without a reader, and fails after the torrent is destroyed.
		torrent._debug = () => {};
		torrent._verifyPieces = (callback) => callback(null);
		options.limits.attach(torrent);
		fallBackToPlaintext(torrent);
		this.#guardDiscovery();
		torrent.on('wire', (wire: Wire) => {
			validateHave(torrent, wire);
			trackSeedStatus(torrent, wire);
		});
		if (this.#route)
			torrent._addIncomingPeer = (peer) => peer.destroy(new Error('this download takes no incoming peers'));
		torrent.on('error', (error: Error) => this.#events.onError(error));
		torrent.on('warning', (warning: unknown) =>
			this.#events.onWarning(warning instanceof Error ? warning.message : String(warning)),
		);
		torrent.on('verified', (index: number) => this.#events.onPiece(index));
		torrent.on('wire', (wire: Wire, address: string | undefined) => this.#onWire(wire, address));
	}

	/** Ignores failures of the DHT, and keeps private torrents out of it (BEP 27). */
	#guardDiscovery(): void {
		const { torrent } = this;
		const start = torrent._startDiscovery;
		torrent._startDiscovery = () => {
			if (this.#private && !torrent.discovery) {
				torrent.discovery = new NoDiscovery();
				// The library does this only together with its own discovery.
				for (const peer of torrent.peerAddresses ?? []) torrent.addPeer(peer, 'manual');
			}
			start.call(torrent);
			if (!torrent.discovery || torrent.discovery instanceof NoDiscovery) return;
			torrent.discovery.removeAllListeners('error');
			torrent.discovery.on('error', (error: Error) => this.#events.onWarning(error.message));
		};
	}

	#leavePublicDiscovery(): void {
		this.#private = true;
		const { discovery } = this.torrent;
		if (!discovery || discovery instanceof NoDiscovery) return;
		this.torrent.discovery = new NoDiscovery();
		discovery.destroy(() => {});
	}

	#onWire(wire: Wire, address: string | undefined): void {
		const source = this.torrent._peers?.get(address ?? '')?.source ?? undefined;
		const connection: Connection = { wire, source, lastBlockAt: Date.now() };
		this.connections.set(wire, connection);
		wire.once('close', () => this.connections.delete(wire));
		wire.on('download', (bytes: number) => {
			this.downloaded += bytes;
			connection.lastBlockAt = Date.now();
		});
		wire.on('upload', (bytes: number) => {
			this.uploaded += bytes;
		});
		wire.extendedHandshake.v = 'seedtop';
		// The library would contact the peer's DHT node directly, from our own address.
		if (this.#private) wire.removeAllListeners('port');
		const extension = wire.ut_metadata;
		if (!extension || this.torrent.metadata) return;
		// The library would parse the metadata and trust it.
		extension.removeAllListeners('metadata');
		extension.once('metadata', () => {
			if (extension.metadata && !this.torrent.metadata) this.#events.onInfo(extension.metadata);
		});
	}
}

/** Replaces the library's discovery when it is disabled. */
class NoDiscovery extends EventEmitter implements Discovery {
	complete(): void {}

	destroy(callback: () => void): void {
		callback();
	}
}

function parsedMagnet({ infohash, name, peers }: Magnet, hidden: boolean): ParsedTorrent {
	const common = { announce: [], urlList: [], private: hidden };
	return { infoHash: infohash, name, peerAddresses: [...peers], ...common };
}

/** Returns the data as the library needs it: pieces without files. */
function parsedTorrent(metainfo: Metainfo, hidden: boolean): ParsedTorrent {
	const hashes = Buffer.from(metainfo.pieceHashes).toString('hex');
	const pieces: string[] = [];
	for (let at = 0; at < hashes.length; at += 40) pieces.push(hashes.slice(at, at + 40));
	return {
		infoHash: metainfo.infohash,
		name: metainfo.name,
		announce: [],
		urlList: [],
		private: hidden,
		info: {},
		files: [],
		length: metainfo.length,
		pieceLength: metainfo.pieceLength,
		lastPieceLength: pieceBytes(metainfo, metainfo.pieceCount - 1),
		pieces,
	};
}
