/**
 * Types of the BitTorrent libraries, which have none, as far as the engine uses them. Members that begin with an
 * underscore are internals of webtorrent 3.0.21. Check them in its source before an update.
 */

declare module 'webtorrent' {
	import type { RemoteInfo, Socket as UdpSocket } from 'node:dgram';
	import type { EventEmitter } from 'node:events';
	import type { Server, Socket } from 'node:net';
	import type Wire from 'bittorrent-protocol';
	import type Piece from 'torrent-piece';
	import type { Peer } from 'webtorrent/lib/peer.js';

	/** A rate limit of a client. The engine has limits of its own (`Limits`). */
	interface ThrottleGroup {
		/** Bytes per second, an integer. */
		setRate(rate: number): void;
		setEnabled(enabled: boolean): void;
	}

	/** Argument of net.Server.listen. The library passes `torrentPort` to it unchanged. */
	interface ListenAt {
		readonly port: number;
		readonly host?: string;
	}

	/** Argument of dgram.Socket.bind. The library passes `dhtPort` to it unchanged. */
	interface BindAt {
		readonly port: number;
		readonly address: string;
	}

	interface ClientOptions {
		torrentPort?: number | ListenAt;
		dhtPort?: BindAt;
		dht?:
			| boolean
			| {
					readonly bootstrap?: readonly string[] | false;
					/** Without it, the node refuses signed items. The types of signature and key are not checked. */
					readonly verify?: (signature: unknown, bytes: Uint8Array, key: unknown) => boolean;
			  };
		lsd?: boolean;
		utPex?: boolean;
		utp?: boolean;
		tracker?: boolean;
		natUpnp?: boolean;
		natPmp?: boolean;
		webSeeds?: boolean;
		maxConns?: number;
		userAgent?: string;
		secure?: 0 | 1 | 2;
	}

	/** A torrent in the form of the library's parser. It is built here, so that parser does not run. */
	interface ParsedTorrent {
		infoHash: string;
		name?: string;
		announce: string[];
		urlList: string[];
		private?: boolean;
		peerAddresses?: string[];
		info?: object;
		files?: object[];
		length?: number;
		pieceLength?: number;
		lastPieceLength?: number;
		/** Hexadecimal SHA-1 of each piece. */
		pieces?: string[];
	}

	type StoreCallback = (error: Error | null, data?: Uint8Array) => void;

	interface ChunkStore {
		readonly chunkLength: number;
		get(index: number, options: { offset?: number; length?: number } | null, callback: StoreCallback): void;
		put(index: number, data: Uint8Array, callback: (error: Error | null) => void): void;
		close(callback: (error: Error | null) => void): void;
		destroy(callback: (error: Error | null) => void): void;
	}

	interface TorrentOptions {
		path?: string;
		preloadedStore?: ChunkStore;
		storeCacheSlots?: number;
		bitfield?: Uint8Array;
		deselect?: boolean;
		skipVerify?: boolean;
		destroyStoreOnDestroy?: boolean;
	}

	interface Selection {
		from: number;
		to: number;
		offset: number;
		priority: number;
		isStreamSelection: boolean;
	}

	interface Discovery extends EventEmitter {
		complete(): void;
		destroy(callback: () => void): void;
		/** null if the DHT is disabled, or after `destroy`. */
		readonly dht?: object | null;
		/** Announces to the DHT, unless an announce is in progress. */
		_dhtAnnounce?(): void;
	}

	/** Members of a swarm that its peers use. */
	interface PeerSwarm {
		readonly infoHash: string;
		readonly destroyed: boolean;
		/** Peers with this id are refused. */
		readonly peerId?: string;
		readonly private?: boolean;
		readonly client: { readonly peerId: string; readonly dht: unknown };
		readonly wires: Wire[];
		/** null for complete pieces. */
		readonly pieces: (Piece | null)[];
		metadata: Uint8Array | null;
		/** Called once for each incoming peer, before `_onWire`. */
		_addIncomingPeer(peer: Peer): void;
		/** Called when the handshake of a peer has arrived. */
		_onWire(wire: Wire, address: string | undefined): void;
		removePeer(id: string): void;
	}

	interface Torrent extends EventEmitter, PeerSwarm {
		readonly ready: boolean;
		/** Undefined until the metadata has arrived. */
		readonly bitfield: { readonly buffer: Uint8Array; get(index: number): boolean } | undefined;
		readonly store: ChunkStore;
		/** By piece and block, the peer that it was requested from. */
		readonly _reservations: (Wire | null)[][];
		discovery: Discovery | null;
		destroy(options: { destroyStore: boolean }, callback: () => void): void;
		addPeer(address: string, source?: string): boolean;
		_preloadedStore: ChunkStore | null;
		_startupBitfield: Uint8Array | undefined;
		_selections: { _items: Selection[] };
		/** By piece, whether requests to slow peers may be moved to faster ones. */
		_critical: boolean[];
		readonly _rechokeOptimisticWire: Wire | null;
		/** Peers to connect to; null once the torrent is destroyed. */
		readonly _queue: Peer[] | null;
		/** By address or id; null once the torrent is destroyed. */
		readonly _peers: Map<string, Peer> | null;
		readonly peerAddresses: readonly string[] | undefined;
		readonly client: WebTorrent;
		readonly _numConns: number;
		_numPending: number;
		/** Whether an address has a port and is not this client's own. */
		_validAddr(address: string): boolean;
		_addPeer(address: string, type: 'tcp', source: string | null): Peer | null;
		_debug(...details: unknown[]): void;
		_updateSelections(): void;
		/** Sends requests to peers that have room for more. */
		_update(): void;
		_verifyPieces(callback: (error: Error | null) => void): void;
		_startDiscovery(): void;
		_registerPeer(peer: Peer): void;
		_request(wire: Wire, index: number, hotswap: boolean): boolean;
		_updateWireInterest(wire: Wire): void;
		_onMetadata(metadata: ParsedTorrent | Uint8Array | Torrent): Promise<void>;
		_drain(): void;
		_hotswap(wire: Wire, index: number): boolean;
		_updateWire(wire: Wire): void;
		/** Number of peers with each piece; null until the metadata has arrived. */
		readonly _rarityMap: { readonly _pieces: readonly number[] } | null;
		_markVerified(index: number): void;
		_checkDone(): void;
		_destroy(error: Error): void;
	}

	interface DhtNode {
		readonly host: string;
		readonly port: number;
	}

	/** A query of the DHT. Strings in `a` are buffers. */
	interface DhtQuery {
		readonly q: 'get_peers' | 'get' | 'put';
		readonly a: Readonly<Record<string, Buffer | number>>;
	}

	interface Dht extends EventEmitter {
		/** Signed items that this node stores, by target in hexadecimal digits. */
		readonly _values: { get(target: string): unknown };
		readonly _rpc: {
			readonly id: Buffer;
			readonly socket: { readonly socket: UdpSocket };
			/** Rejections of the node have its code in `error`. */
			query(
				node: DhtNode,
				query: DhtQuery,
				callback: (error: (Error & { readonly code?: unknown }) | null) => void,
			): void;
		};
		/**
		 * Walks to the nodes closest to a target and sends each a query. The walk ends early if `onResponse` returns
		 * false. Values in a response are of any type; strings are buffers.
		 */
		_closest(
			target: Buffer,
			query: DhtQuery,
			onResponse: (message: { readonly r: unknown }, node: DhtNode | RemoteInfo) => boolean,
			done: () => void,
		): void;
		addNode(node: DhtNode): void;
		readonly listening: boolean;
		address(): { readonly port: number };
		toJSON(): { readonly nodes: readonly unknown[] };
		/** Announces a port for an infohash. Emits 'peer' for each peer found on the way. */
		announce(infohash: string, port: number, callback: (error?: Error | null) => void): void;
	}

	export default class WebTorrent extends EventEmitter {
		constructor(options?: ClientOptions);
		readonly destroyed: boolean;
		readonly listening: boolean;
		readonly torrentPort: number;
		readonly maxConns: number;
		readonly peerId: string;
		readonly userAgent: string;
		readonly torrents: Torrent[];
		readonly dht: Dht | false | null;
		readonly throttleGroups: { down: ThrottleGroup; up: ThrottleGroup };
		readonly _connPool: {
			readonly tcpServer: Server;
			readonly _onTCPError: (error: Error) => void;
			/** Listener for the server's new connections. */
			readonly _onTCPConnectionBound: (socket: Socket) => void;
		} | null;
		add(torrent: ParsedTorrent | Uint8Array, options?: TorrentOptions): Torrent;
		/** Returns the swarm of an infohash for incoming peers; null if there is none. */
		get(infohash: string): Promise<PeerSwarm | null>;
		destroy(callback?: (error?: Error | null) => void): void;
	}

	export type {
		ChunkStore,
		Dht,
		DhtNode,
		DhtQuery,
		Discovery,
		ParsedTorrent,
		PeerSwarm,
		Selection,
		Socket,
		StoreCallback,
		ThrottleGroup,
		Torrent,
	};
}

declare module 'webtorrent/lib/torrent.js' {
	import type { Torrent } from 'webtorrent';

	const LibraryTorrent: { new (): Torrent; readonly prototype: Torrent };
	export default LibraryTorrent;
}

declare module 'webtorrent/lib/peer.js' {
	import type { EventEmitter } from 'node:events';
	import type { Socket } from 'node:net';
	import type Wire from 'bittorrent-protocol';
	import type { PeerSwarm, ThrottleGroup } from 'webtorrent';

	export default class Peer extends EventEmitter {
		static createTCPOutgoingPeer(
			address: string,
			swarm: PeerSwarm,
			throttleGroups: { down: ThrottleGroup; up: ThrottleGroup },
			source: string | null,
			secure: number,
		): Peer;
		readonly id: string;
		readonly type: string;
		readonly connected: boolean;
		readonly destroyed: boolean;
		/** Kind of source that named the peer, such as 'tracker'. */
		readonly source: string | null;
		/** The connection. It ends with the peer. */
		conn: Socket | null;
		/** Set while the peer is connected. */
		readonly wire: Wire | null;
		retries: number;
		swarm: PeerSwarm | null;
		secure: number;
		onConnect(): void;
		setThrottlePipes(): void;
		destroy(error?: Error): void;
	}
	export type { Peer };
}

declare module 'bittorrent-protocol' {
	import type { EventEmitter } from 'node:events';
	import type { Socket } from 'node:net';

	interface MetadataExtension extends EventEmitter {
		/** Bytes of the info dictionary; undefined until they have arrived and match the infohash. */
		readonly metadata: Uint8Array | undefined;
	}

	export interface PeerRequest {
		readonly piece: number;
		readonly offset: number;
		readonly length: number;
	}

	export default class Wire extends EventEmitter {
		constructor(type: string);
		readonly type: string;
		/** Hexadecimal. */
		readonly peerId: string | null;
		readonly remoteAddress: string | undefined;
		readonly remotePort: number | undefined;
		readonly destroyed: boolean;
		readonly isSeeder: boolean | undefined;
		readonly amChoking: boolean;
		readonly amInterested: boolean;
		readonly peerChoking: boolean;
		/** Pieces that the peer sends although it chokes us (BEP 6). */
		readonly peerAllowedFastSet: readonly number[];
		readonly peerInterested: boolean;
		readonly peerPieces: { readonly buffer: Uint8Array; get(index: number): boolean };
		readonly peerExtendedHandshake: Record<string, unknown>;
		/** Numbers that the peer gave to its extensions, not validated. */
		readonly peerExtendedMapping: Readonly<Record<string, number>>;
		/** Flags of the peer's handshake. */
		readonly peerExtensions: { readonly extended?: boolean };
		/** Extension handshake that is sent (BEP 10). `p` is the port for incoming peers. */
		readonly extendedHandshake: { v?: string; reqq?: number; p?: number };
		/** Whether the fast extension (BEP 6) is in use. */
		readonly hasFast: boolean;
		/** Requests to the peer without a response. */
		readonly requests: PeerRequest[];
		/** Requests of the peer without a response. */
		readonly peerRequests: PeerRequest[];
		readonly downloaded: number;
		readonly uploaded: number;
		readonly ut_metadata: MetadataExtension | undefined;
		readonly lt_donthave: EventEmitter | undefined;
		/** Offers an extension. Its prototype has the `name`. Its messages are emitted as 'extended'. */
		use(extension: new () => object): void;
		/** Sends a message of an extension (BEP 10). */
		extended(extension: number, message: Uint8Array): void;
		setKeepAlive(enable: boolean): void;
		downloadSpeed(): number;
		uploadSpeed(): number;
		uninterested(): void;
		unchoke(): void;
		have(index: number): void;
		piece(index: number, offset: number, bytes: Uint8Array): void;
		request(
			index: number,
			offset: number,
			length: number,
			callback: (error: Error | null, bytes: Uint8Array | null) => void,
		): void;
		/** Also ends `to` when the wire ends. */
		pipe(to: Socket): void;
		destroy(): void;
		_write(data: Uint8Array, callback: (error: Error | null) => void): void;
		/** Whether the wire has ended. Then it neither sends nor reads. */
		readonly _finished: boolean;
		_onMessageLength(buffer: Uint8Array): void;
		_onMessage(message: Uint8Array): void;
		_onKeepAlive(): void;
		_onUnchoke(): void;
		setTimeout(milliseconds: number): void;
		_onHave(index: number): void;
		_onBitField(bytes: Uint8Array): void;
		_onPiece(index: number, offset: number, bytes: Uint8Array): void;
		/** Parser of the next bytes. It is called when `_parserSize` bytes have arrived. */
		readonly _parser: ((buffer: Uint8Array) => void) | null;
		readonly _parserSize: number;
		_parse(size: number, parser: (buffer: Uint8Array) => void): void;
		_debug(...details: unknown[]): void;
		/** Received bytes that are not parsed yet: no buffer, or a single one. */
		_buffer: Uint8Array[];
		_bufferSize: number;
		/** Cipher of an encrypted connection. */
		readonly _encryptor: {
			decrypt(bytes: Uint8Array): Uint8Array;
			_dh: {
				generateKeys(): Uint8Array;
				computeSecret(publicKey: Uint8Array): Uint8Array;
			} | null;
		} | null;
		_onRequest(index: number, offset: number, length: number): void;
		_message(kind: number, numbers: readonly number[], data: Uint8Array | null): void;
		/** Sends bytes. All messages pass through it. */
		_push(data: Uint8Array): unknown;
		/** null ends the stream. */
		push(data: Uint8Array | null): boolean;
	}
}

declare module 'torrent-piece' {
	/** The blocks of an incomplete piece. */
	export default class Piece {
		constructor(length: number);
		readonly length: number;
		/** Number of bytes that have not arrived. */
		missing: number;
		/** Senders of its blocks. */
		sources: object[] | null;
		/** Reserves a block for a request and returns its number; -1 if none is left. */
		reserve(): number;
		/** Releases a reserved block. */
		cancel(block: number): void;
		chunkOffset(block: number): number;
		chunkLength(block: number): number;
		get(block: number): Uint8Array | null | undefined;
		/** By block; undefined for missing ones. */
		_buffer: Uint8Array[] | null;
		/** Number of blocks that have arrived. */
		_buffered: number;
		_cancellations: number[] | null;
		_flushed: boolean;
		/** Prepares the piece for blocks. Returns false if it is complete already. */
		init(): boolean;
	}
}

declare module 'bittorrent-tracker' {
	import type { EventEmitter } from 'node:events';
	import type { Server as HttpServer } from 'node:http';

	export class Server extends EventEmitter {
		constructor(options: { udp: boolean; ws: boolean; http: boolean; stats?: boolean; interval?: number });
		readonly http: HttpServer;
		listen(port: number, host: string, callback?: () => void): void;
		close(callback?: () => void): void;
	}
}

declare module 'create-torrent' {
	interface CreateOptions {
		name?: string;
		comment?: string;
		createdBy?: string;
		private?: boolean;
		pieceLength?: number;
		announceList?: string[][];
	}

	export default function createTorrent(
		input: string | Buffer | (Buffer & { name?: string })[],
		options: CreateOptions,
		callback: (error: Error | null, torrent: Uint8Array) => void,
	): void;
}
