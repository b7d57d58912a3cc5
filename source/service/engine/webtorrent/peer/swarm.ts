import { EventEmitter } from 'node:events';
import type Wire from 'bittorrent-protocol';
import type WebTorrent from 'webtorrent';
import type { Discovery, ParsedTorrent, Selection, Torrent } from 'webtorrent';
import { pieceBytes } from '../../../../metainfo/layout.ts';
import type { Magnet } from '../../../../metainfo/magnet.ts';
import type { Metainfo } from '../../../../metainfo/metainfo.ts';
import type { Route } from '../../../proxies/route.ts';
import type { FileStore } from '../disk/store.ts';
import { direct } from './connect-peers.ts';
import type { Dialer } from './dialer.ts';
import { KnownPeers } from './known-peers.ts';
import type { Limits } from './limits.ts';
import type { OffenceLog } from './offence-log.ts';
import { fallBackToPlaintext } from './peer-hooks.ts';
import type { Connection } from './connection.ts';
import { trackSeedStatus } from './seed-status.ts';
import { validateHave } from './validate-have.ts';
import { BlockRequester } from '../pieces/block-requester.ts';
import type { PieceRange, SelectionProgress } from '../pieces/selection.ts';

/** Callbacks of a swarm to its download. */
export interface SwarmEvents {
	/** The library gave up the torrent. Its store is being closed. */
	onError(error: Error): void;
	onWarning(text: string): void;
	/** A piece arrived, was verified, and is on the disk. */
	onPiece(index: number): void;
	/** The bytes of the info dictionary arrived and match the infohash. Nothing else is verified. */
	onInfo(info: Uint8Array): void;
}

/** Data to transfer and its state on the disk. */
export interface SwarmData {
	readonly metainfo: Metainfo;
	readonly store: FileStore;
	/** Verified pieces on the disk. */
	readonly bitfield: Uint8Array;
	readonly wanted: SelectionProgress;
}

export interface SwarmOptions {
	readonly client: WebTorrent;
	readonly limits: Limits;
	/** Logs wrong data of peers. */
	readonly offences: OffenceLog;
	/** Schedules connections to known peers. */
	readonly dialer: Dialer;
	/** The only allowed route; null to connect directly. */
	readonly route: Route | null;
}

/**
 * One torrent in the library, reduced to reliable parts. It has pieces but no files, a verified bitfield and no
 * disk check, no trackers, and requests only selected pieces.
 */
export class Swarm {
	readonly torrent: Torrent;
	readonly connections = new Map<Wire, Connection>();
	readonly knownPeers: KnownPeers;
	/** Received and sent bytes of blocks, without protocol overhead. */
	downloaded = 0;
	uploaded = 0;
	/** Last count of distributed copies and its expiry, Unix ms. */
	copies: { readonly count: number; readonly validUntil: number } | undefined;
	/** Requests blocks and assembles pieces. */
	readonly blocks: BlockRequester;
	/** Pieces with requested blocks. */
	readonly #started = new Set<number>();
	readonly #events: SwarmEvents;
	readonly #route: Route | null;
	#wanted: SelectionProgress | null = null;
	/** Pieces that readers wait for. They are requested even if not selected. */
	readonly #prioritized = new Set<number>();
	/** Whether the torrent is private: no DHT, no peer exchange. */
	#private: boolean;

	/** Joins the swarm of a torrent, or of a magnet link whose metadata is passed to `begin` later. */
	constructor(source: SwarmData | Magnet, options: SwarmOptions, events: SwarmEvents) {
		this.#events = events;
		this.#route = options.route;
		this.#private = options.route !== null;
		const common = { deselect: true, storeCacheSlots: 0, destroyStoreOnDestroy: false };
		if ('metainfo' in source) {
			const { metainfo, store, bitfield } = source;
			this.#private ||= metainfo.private;
			this.torrent = options.client.add(parsedTorrent(metainfo, this.#private), {
				...common,
				preloadedStore: store,
				bitfield,
			});
			this.#expectMetadata(source);
		} else {
			this.torrent = options.client.add(parsedMagnet(source, this.#private), common);
		}
		// The library compares each new torrent with all others. The engine ensures unique infohashes.
		this.torrent.removeAllListeners('_infoHash');
		const needs = {
			wants: (index: number) => this.wants(index),
			hastened: () => this.#prioritized,
			begun: () => this.#started,
		};
		this.blocks = new BlockRequester(this.torrent, needs, options.offences);
		// The library starts after the current turn of the event loop.
		this.#hook(options);
		this.knownPeers = new KnownPeers(this.torrent, {
			connector: options.route ?? direct,
			dialer: options.dialer,
			seeker: this,
			hidden: options.route !== null,
		});
	}

	wants(index: number): boolean {
		return this.#wanted?.wants(index) === true;
	}

	/** Pieces that readers wait for, in the order of need. */
	get hastened(): Iterable<number> {
		return this.#prioritized;
	}

	/** Pieces with blocks requested from a peer or a web seed. */
	get begun(): Set<number> {
		return this.#started;
	}

	/** Whether pieces that are selected or that readers wait for are missing. */
	get incomplete(): boolean {
		return !this.torrent.destroyed && ((this.#wanted?.missing ?? 0) > 0 || this.#prioritized.size > 0);
	}

	/** Whether it is excluded from DHT, local discovery and peer exchange. */
	get private(): boolean {
		return this.#private;
	}

	/** Whether metadata, a selected piece, or a piece that a reader waits for is missing. */
	get needs(): boolean {
		const { torrent } = this;
		if (!torrent.ready || (this.#wanted?.missing ?? 0) > 0) return true;
		for (const index of this.#prioritized) if (torrent.pieces[index]) return true;
		return false;
	}

	/** Whether something is missing and no connected peer has any of it. */
	get starving(): boolean {
		const { wires, ready } = this.torrent;
		return this.needs && !(ready ? wires.some((wire) => wire.amInterested) : wires.length > 0);
	}

	/** Returns when a connection last delivered a block or was opened, Unix ms. */
	lastBlockAt(wire: Wire): number {
		return this.connections.get(wire)?.lastBlockAt ?? 0;
	}

	/** Starts the transfer of a magnet link after its metadata arrived. */
	async begin(data: SwarmData): Promise<void> {
		const { torrent } = this;
		if (data.metainfo.private && !this.#private) this.#leavePublicDiscovery();
		torrent._preloadedStore = data.store;
		torrent._startupBitfield = data.bitfield;
		this.#expectMetadata(data);
		await torrent._onMetadata(parsedTorrent(data.metainfo, this.#private));
	}

	/** Changes the selected pieces. */
	want(wanted: SelectionProgress): void {
		this.#wanted = wanted;
		const { _selections: selections } = this.torrent;
		const hastened = selections._items.filter(({ isStreamSelection }) => isStreamSelection);
		selections._items = [...hastened, ...selectionsOf(wanted.ranges(), false)];
		this.torrent._updateSelections();
	}

	/**
	 * Requests these pieces first, selected or not, in this order. The library processes its selections in
	 * sequence. It re-requests blocks of critical pieces from faster peers.
	 */
	hasten(ranges: readonly PieceRange[]): void {
		const { torrent } = this;
		if (ranges.length === 0 && this.#prioritized.size === 0) return;
		this.#prioritized.clear();
		torrent._critical = [];
		for (const { from, to } of ranges) {
			for (let index = from; index <= to; index++) {
				this.#prioritized.add(index);
				torrent._critical[index] = true;
			}
		}
		const before = torrent._selections._items;
		const wanted = before.filter(({ isStreamSelection }) => !isStreamSelection);
		torrent._selections._items = [...selectionsOf(ranges, true), ...wanted];
		// Interest depends on the existence of selections, not their content. Calculating it costs pieces times
		// peers.
		if ((before.length === 0) !== (torrent._selections._items.length === 0)) torrent._updateSelections();
		else torrent._update();
	}

	/** Returns bytes of selected files in incomplete pieces. They are lost at the end. */
	bytesUnderWay(): number {
		if (this.torrent.destroyed) return 0;
		let bytes = 0;
		for (const index of this.#started) {
			const piece = this.torrent.pieces[index];
			if (!piece) {
				this.#started.delete(index);
				continue;
			}
			bytes += Math.min(piece.length - piece.missing, this.#wanted?.bytesOf(index) ?? 0);
		}
		return bytes;
	}

	/** Closes all connections. Resolves when the library released the torrent; its store may still be closing. */
	async end(): Promise<void> {
		if (this.torrent.destroyed) return;
		await new Promise<void>((resolve) => this.torrent.destroy({ destroyStore: false }, resolve));
	}

	#expectMetadata({ metainfo, wanted }: SwarmData): void {
		this.torrent.once('metadata', () => {
			// Peers with only a magnet link get the original bytes, not a re-encoded copy.
			this.torrent.metadata = Buffer.from(metainfo.info);
			this.want(wanted);
		});
	}

	#hook(options: SwarmOptions): void {
		const { torrent } = this;
		// It formats its arguments even without a reader, and fails after the torrent is destroyed.
		torrent._debug = () => {};
		torrent._verifyPieces = (callback) => callback(null);
		options.limits.hold(torrent);
		fallBackToPlaintext(torrent);
		this.#guardDiscovery();
		torrent.on('wire', (wire: Wire) => {
			validateHave(torrent, wire);
			trackSeedStatus(torrent, wire);
		});
		this.#askForWantedPiecesOnly();
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

	#askForWantedPiecesOnly(): void {
		const { torrent } = this;
		const request = torrent._request;
		torrent._request = (wire, index, hotswap) => {
			if (this.#wanted?.wants(index) !== true && !this.#prioritized.has(index)) return false;
			const asked = request.call(torrent, wire, index, hotswap);
			if (asked) this.#started.add(index);
			return asked;
		};
		const updateInterest = torrent._updateWireInterest;
		torrent._updateWireInterest = (wire) => {
			// The library is interested in every missing piece, selected or not.
			if (torrent._selections._items.length > 0) updateInterest.call(torrent, wire);
			else wire.uninterested();
		};
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

/** Returns selections for the library. Readers' pieces are stream selections. */
function selectionsOf(ranges: readonly PieceRange[], isStreamSelection: boolean): Selection[] {
	return ranges.map((range) => ({ ...range, offset: 0, priority: 0, isStreamSelection }));
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
