import { EventEmitter } from 'node:events';
import type Wire from 'bittorrent-protocol';
import type WebTorrent from 'webtorrent';
import type { Discovery, ParsedTorrent, Selection, Torrent } from 'webtorrent';
import { pieceBytes } from '../../../../metainfo/layout.ts';
import type { Magnet } from '../../../../metainfo/magnet.ts';
import type { Metainfo } from '../../../../metainfo/metainfo.ts';
import type { Route } from '../../../proxies/route.ts';
import type { FileStore } from '../disk/store.ts';
import { direct } from '../peer/connect-peers.ts';
import type { Dialer } from '../peer/dialer.ts';
import { KnownPeers } from '../peer/known-peers.ts';
import type { Limits } from '../peer/limits.ts';
import type { OffenceLog } from '../peer/offence-log.ts';
import { fallBackToPlaintext } from '../peer/peer-hooks.ts';
import type { Connection } from '../peer/peers.ts';
import { trackSeedStatus } from '../peer/seed-status.ts';
import { validateHave } from '../peer/validate-have.ts';
import { BlockRequester } from '../pieces/block-requester.ts';
import type { PieceRange, SelectionProgress } from '../pieces/selection.ts';

/** What a swarm tells the download it belongs to. */
export interface SwarmEvents {
	/** The library gave the torrent up. Its store is being closed. */
	onError(error: Error): void;
	onWarning(text: string): void;
	/** A piece arrived, matched its hash and is on the disk. */
	onPiece(index: number): void;
	/** The bytes of the info dictionary arrived and match the infohash; nothing else of them is checked. */
	onInfo(info: Uint8Array): void;
}

/** What there is to transfer, and what of it is on the disk. */
export interface SwarmData {
	readonly metainfo: Metainfo;
	readonly store: FileStore;
	/** The pieces on the disk, checked. */
	readonly bitfield: Uint8Array;
	readonly wanted: SelectionProgress;
}

export interface SwarmOptions {
	readonly client: WebTorrent;
	readonly limits: Limits;
	/** Takes down what peers send wrong. */
	readonly offences: OffenceLog;
	/** Decides when it connects to the peers it knows. */
	readonly dialer: Dialer;
	/** The only way out, when there is one: then nothing leads around it. */
	readonly route: Route | null;
}

/**
 * One torrent inside the library, stripped of all the library gets wrong: it knows no files, only pieces; it checks
 * no disk, for the bitfield it is given was checked; it talks to no tracker; and it asks for wanted pieces only.
 */
export class Swarm {
	readonly torrent: Torrent;
	readonly connections = new Map<Wire, Connection>();
	readonly knownPeers: KnownPeers;
	/** Bytes of blocks received and sent, protocol overhead not counted. */
	downloaded = 0;
	uploaded = 0;
	/** Distributed copies as last counted, and how long that is to do, in milliseconds as Date.now gives them. */
	copies: { readonly count: number; readonly validUntil: number } | undefined;
	/** Requests blocks and makes pieces of them. */
	readonly blocks: BlockRequester;
	/** Pieces some blocks of which have been asked for. */
	readonly #begun = new Set<number>();
	readonly #events: SwarmEvents;
	readonly #route: Route | null;
	#wanted: SelectionProgress | null = null;
	/** Pieces that readers wait for: they are asked for also where no wanted file needs them. */
	readonly #hastened = new Set<number>();
	/** Is the torrent kept out of the DHT and of peer exchange? */
	#private: boolean;

	/** Joins the swarm of a torrent, or of a magnet link whose metadata `begin` brings later. */
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
		// The library compares each new torrent with all others; the engine knows that no infohash is there twice.
		this.torrent.removeAllListeners('_infoHash');
		const needs = {
			wants: (index: number) => this.wants(index),
			hastened: () => this.#hastened,
			begun: () => this.#begun,
		};
		this.blocks = new BlockRequester(this.torrent, needs, options.offences);
		// The library begins its work only after this turn of the event loop.
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

	/** Pieces that readers wait for, in the order in which they need them. */
	get hastened(): Iterable<number> {
		return this.#hastened;
	}

	/** Pieces some blocks of which were requested from a peer or a web seed. */
	get begun(): Set<number> {
		return this.#begun;
	}

	/** Whether wanted pieces, or pieces that readers wait for, are missing. */
	get incomplete(): boolean {
		return !this.torrent.destroyed && ((this.#wanted?.missing ?? 0) > 0 || this.#hastened.size > 0);
	}

	/** Is it kept out of the DHT, local discovery and peer exchange? */
	get private(): boolean {
		return this.#private;
	}

	/** Whether the metadata is missing, or a piece that is wanted or that a reader waits for. */
	get needs(): boolean {
		const { torrent } = this;
		if (!torrent.ready || (this.#wanted?.missing ?? 0) > 0) return true;
		for (const index of this.#hastened) if (torrent.pieces[index]) return true;
		return false;
	}

	/** Whether it needs something and no connected peer has any of it. */
	get starving(): boolean {
		const { wires, ready } = this.torrent;
		return this.needs && !(ready ? wires.some((wire) => wire.amInterested) : wires.length > 0);
	}

	/** When a connection last brought a block or began, in milliseconds as Date.now gives them. */
	lastBlockAt(wire: Wire): number {
		return this.connections.get(wire)?.lastBlockAt ?? 0;
	}

	/** Begins to transfer what a magnet link stood for. */
	async begin(data: SwarmData): Promise<void> {
		const { torrent } = this;
		if (data.metainfo.private && !this.#private) this.#leavePublicDiscovery();
		torrent._preloadedStore = data.store;
		torrent._startupBitfield = data.bitfield;
		this.#expectMetadata(data);
		await torrent._onMetadata(parsedTorrent(data.metainfo, this.#private));
	}

	/** Changes which pieces are asked for. */
	want(wanted: SelectionProgress): void {
		this.#wanted = wanted;
		const { _selections: selections } = this.torrent;
		const hastened = selections._items.filter(({ isStreamSelection }) => isStreamSelection);
		selections._items = [...hastened, ...selectionsOf(wanted.ranges(), false)];
		this.torrent._updateSelections();
	}

	/**
	 * Asks for these pieces before all others, wanted or not, in this order. The library takes its selections one after
	 * the other, and takes blocks of critical pieces from slow peers to ask faster ones.
	 */
	hasten(ranges: readonly PieceRange[]): void {
		const { torrent } = this;
		if (ranges.length === 0 && this.#hastened.size === 0) return;
		this.#hastened.clear();
		torrent._critical = [];
		for (const { from, to } of ranges) {
			for (let index = from; index <= to; index++) {
				this.#hastened.add(index);
				torrent._critical[index] = true;
			}
		}
		const before = torrent._selections._items;
		const wanted = before.filter(({ isStreamSelection }) => !isStreamSelection);
		torrent._selections._items = [...selectionsOf(ranges, true), ...wanted];
		// Interest depends on there being selections, not on which: working it out costs pieces times peers.
		if ((before.length === 0) !== (torrent._selections._items.length === 0)) torrent._updateSelections();
		else torrent._update();
	}

	/** Bytes of wanted files that have arrived in pieces that are not complete yet; at the end they are lost. */
	bytesUnderWay(): number {
		if (this.torrent.destroyed) return 0;
		let bytes = 0;
		for (const index of this.#begun) {
			const piece = this.torrent.pieces[index];
			if (!piece) {
				this.#begun.delete(index);
				continue;
			}
			bytes += Math.min(piece.length - piece.missing, this.#wanted?.bytesOf(index) ?? 0);
		}
		return bytes;
	}

	/** Ends all connections. Resolves when the library let go; its store may still be closing. */
	async end(): Promise<void> {
		if (this.torrent.destroyed) return;
		await new Promise<void>((resolve) => this.torrent.destroy({ destroyStore: false }, resolve));
	}

	#expectMetadata({ metainfo, wanted }: SwarmData): void {
		this.torrent.once('metadata', () => {
			// What peers who only have a magnet link are given: the bytes as they were, not a copy encoded anew.
			this.torrent.metadata = Buffer.from(metainfo.info);
			this.want(wanted);
		});
	}

	#hook(options: SwarmOptions): void {
		const { torrent } = this;
		// It formats its arguments even when nobody reads them, and fails once the torrent is destroyed.
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

	/** A failure of the DHT is no reason to give up a download, and a private torrent stays out of it (BEP 27). */
	#guardDiscovery(): void {
		const { torrent } = this;
		const start = torrent._startDiscovery;
		torrent._startDiscovery = () => {
			if (this.#private && !torrent.discovery) {
				torrent.discovery = new NoDiscovery();
				// The library does this only along with its own discovery.
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
			if (this.#wanted?.wants(index) !== true && !this.#hastened.has(index)) return false;
			const asked = request.call(torrent, wire, index, hotswap);
			if (asked) this.#begun.add(index);
			return asked;
		};
		const updateInterest = torrent._updateWireInterest;
		torrent._updateWireInterest = (wire) => {
			// The library is interested in every missing piece, wanted or not.
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
		// The library would ask the peer's DHT node, directly, from our own address.
		if (this.#private) wire.removeAllListeners('port');
		const extension = wire.ut_metadata;
		if (!extension || this.torrent.metadata) return;
		// The library would parse what arrived, and take its word for everything.
		extension.removeAllListeners('metadata');
		extension.once('metadata', () => {
			if (extension.metadata && !this.torrent.metadata) this.#events.onInfo(extension.metadata);
		});
	}
}

/** What the library asks for, in its own terms: what a reader waits for is a selection for a stream. */
function selectionsOf(ranges: readonly PieceRange[], isStreamSelection: boolean): Selection[] {
	return ranges.map((range) => ({ ...range, offset: 0, priority: 0, isStreamSelection }));
}

/** Stands in for the library's discovery where there is to be none. */
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

/** What the library needs to know of the data: pieces. It is told of no files. */
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
