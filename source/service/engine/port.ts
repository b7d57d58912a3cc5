import type { ListenAddress } from '../http-client/own-service.ts';
import type { SocksProxy } from '../proxies/socks-proxy.ts';
import { type MethodsOf, method } from '../rpc/methods.ts';
import type { ProtectedPaths } from '../storage/path-guard.ts';

/**
 * The interface between the service and a BitTorrent engine: methods and messages.
 *
 * The service owns the records: requested state, destination, selection. An engine executes them and has no state
 * that a restart may lose. An engine may die at any moment. The service then starts another one and adds the same
 * downloads again, with the last bitfields it received.
 */

/** Sequence in which missing pieces are requested. */
export interface PieceOrder {
	/**
	 * Whether pieces of the same priority are requested in the order of the files, not the rarest first. Each file begins with
	 * its first and its last piece.
	 */
	readonly sequential: boolean;
	/** Files before or after those without a priority, by index. */
	readonly priorities: ReadonlyMap<number, 'low' | 'high'>;
}

/** A download as the engine receives it. */
export interface EngineDownload {
	/** 40 lower-case hexadecimal digits. */
	readonly infohash: string;
	/** The bytes of a .torrent file that passed the metainfo check, or a magnet link (BEP 9). */
	readonly source: { readonly torrent: Uint8Array } | { readonly magnet: string };
	/** Absolute folder that contains the torrent's root. */
	readonly destination: string;
	/**
	 * Mount point of the disk that the destination was on; undefined if unknown. A download fails if the destination is
	 * still below it, but no disk is mounted there.
	 */
	readonly mountPoint?: string | undefined;
	/** Known symbolic links on the way to its files, as paths below the destination. Default: none. */
	readonly links?: readonly string[];
	/**
	 * Pieces known to be complete and verified, most significant bit first (BEP 3). If it is absent or of the wrong
	 * length, all data on the disk is hashed. If it is present, it is trusted where the sizes of the files allow
	 * it. Two things are hashed: a sample of about one piece per file, at most 64, and files that do not fit it.
	 * Pieces written shortly before a crash are found although the bitfield lacks them. A download fails, and creates
	 * nothing, if the bytes of its pieces are missing. A 'check' hashes everything.
	 */
	readonly bitfield?: Uint8Array | undefined;
	/** Whether all data on the disk is hashed although the bitfield is present. Default: false. */
	readonly unverified?: boolean;
	/** Announce URLs, used instead of those of the source. If absent, those of the source are used. */
	readonly trackers?: readonly string[] | undefined;
	/** Web seed URLs (BEP 19); those of the source are used in any case. */
	readonly webSeeds?: readonly string[];
	/**
	 * Indices of the selected files; null means all of them, or those that the magnet link selects. A download fails
	 * when its torrent lacks one of them.
	 */
	readonly selected: readonly number[] | null;
	/** Files that this download created or claimed before, a bit each as in `bitfield`. */
	readonly ownFiles?: Uint8Array | undefined;
	/** Whether the user permits to write the existing files of the next claim, whatever their data is. */
	readonly usesFiles?: boolean;
	/** Sequence of the requested pieces; the rarest first if absent. */
	readonly order?: PieceOrder | undefined;
	/** 'run' transfers; 'check' hashes everything on the disk, reports the bitfield and ends stopped. */
	readonly mode: 'run' | 'check';
	/** Bytes per second, 0 for none. */
	readonly maxDownloadSpeed: number;
	/** Bytes per second, 0 for none. */
	readonly maxUploadSpeed: number;
	/**
	 * The proxies of its hops, in order. With one or more, all traffic of the download, including the search for
	 * peers, goes through all of them. Empty for a download without hops.
	 */
	readonly route: readonly SocksProxy[];
}

/**
 * The activity of a download in the engine. A download that is not in the engine has no phase.
 * 'waiting' and 'checking' are hash checks; large ones are read one at a time, and stay 'checking' until the transfer
 * starts. 'allocating': its files are being created. 'circuits': it has hops, and its last proxy is not reachable.
 */
export type EnginePhase =
	| 'waiting'
	| 'checking'
	| 'allocating'
	| 'circuits'
	| 'metadata'
	| 'downloading'
	| 'seeding';

/** Sources of a download that become known while it runs. */
export interface MoreSources {
	/** Announce URLs. */
	readonly trackers: readonly string[];
	/** URLs (BEP 19). */
	readonly webSeeds: readonly string[];
	/** host:port */
	readonly peers: readonly string[];
}

/** A tracker, or a web seed. */
export interface EngineTracker {
	/** URLs of web seeds begin with '[Web seed] '. */
	readonly url: string;
	readonly status: 'Working' | 'Not working' | 'Not contacted yet' | 'Disabled';
	/** Peers the tracker returned last; 1 for a web seed that works. */
	readonly peers: number;
	/** Last failure of the tracker as text; empty after a successful announce. */
	readonly error: string;
}

/** Number of connected peers found by each source besides trackers; null if the download does not use it. */
export interface EngineDiscovery {
	readonly dht: number | null;
	readonly peerExchange: number | null;
	readonly local: number | null;
}

/** Files that a download is about to write, as indices. */
export interface FileClaim {
	/** Identifies the claim in its answer. Claims of other runs of a download have other numbers. */
	readonly number: number;
	/** Missing or empty files. */
	readonly absent: readonly number[];
	/** Existing files without further hard links. Files with them are compared, never written. */
	readonly existing: readonly number[];
	/** Those of `existing` that may be the same as the torrent's: no missing piece has bytes of them only. */
	readonly proven: readonly number[];
	/** Existing files of others without right pieces. They are never written: the download fails unless they are shared. */
	readonly unowned: readonly number[];
	/** Existing files of others whose data was not read yet. A restart reads it. */
	readonly unread: readonly number[];
}

/** Answer to a claim: the reason why the download must stop, as a sentence, or the permission. */
export type ClaimAnswer =
	| { readonly refusal: string }
	/** `shared`: claimed files that another download has. They are compared with the data of pieces, never written. */
	| { readonly shared: readonly number[] };

/** Live values of one download. Speeds are bytes per second, amounts are bytes since it was added to this engine. */
export interface EngineStatus {
	readonly infohash: string;
	readonly phase: EnginePhase;
	/**
	 * 0 to 1: the hashed share while checking, the verified share of selected bytes while downloading, 1 while
	 * seeding.
	 */
	readonly progress: number;
	readonly speedDown: number;
	readonly speedUp: number;
	readonly downloaded: number;
	readonly uploaded: number;
	/** Missing bytes of the selected files. */
	readonly remaining: number;
	/** Connected peers with all pieces. */
	readonly connectedSeeds: number;
	/** Connected peers that lack pieces. */
	readonly connectedPeers: number;
	/** Size of the swarm in the last responses of trackers; 0 when unknown. */
	readonly seeds: number;
	readonly peers: number;
	/** Distributed copies among connected peers and this engine. */
	readonly availability: number;
	readonly trackers: readonly EngineTracker[];
	readonly discovery: EngineDiscovery;
}

/** One connected peer. Field names are those of the interface (part 2). */
export interface EnginePeer {
	readonly id: string;
	readonly extended_version: string;
	readonly ip: string;
	readonly port: number;
	/** L: we connected; R: the peer did. */
	readonly direction: 'L' | 'R';
	readonly uprate: number;
	readonly downrate: number;
	readonly utotal: number;
	readonly dtotal: number;
	/** Whether the peer wants our data (libtorrent's remote_interested). */
	readonly uinterested: boolean;
	/** Whether the peer chokes us (libtorrent's remote_choked). */
	readonly uchoked: boolean;
	/** Whether we want the peer's data (libtorrent's interesting). */
	readonly dinterested: boolean;
	/** Whether we choke the peer (libtorrent's choked). */
	readonly dchoked: boolean;
	/** Whether this is an optimistic unchoke (BEP 3). */
	readonly optimistic: boolean;
	readonly snubbed: boolean;
	readonly seed: boolean;
	readonly upload_only: boolean;
	/** 0 to 1. */
	readonly completed: number;
	/** 0: a peer; 1: a web seed. */
	readonly connection_type: number;
}

/** Values by name, for people who look for the cause of a problem. Units are part of the names. */
export type EngineValues = Readonly<Record<string, string | number | boolean | null>>;

/** A chain of proxies that downloads with hops use. */
export interface EngineRoute {
	/** 'host:port' of each proxy in order, without secrets. */
	readonly proxies: readonly string[];
	readonly downloads: number;
	/** Whether the last check reached the last proxy. */
	readonly reachable: boolean;
	/** Reason of the last failure, without a period; empty if reachable or not checked yet. */
	readonly failure: string;
}

export type EngineMessage =
	/**
	 * Statuses of the downloads that changed since the last message. Sent once a second, and within 300 ms after a
	 * download was added or changed its phase.
	 */
	| { readonly type: 'statuses'; readonly statuses: readonly EngineStatus[] }
	/** The metainfo of a magnet link arrived and passed the check: a complete .torrent. */
	| { readonly type: 'metadata'; readonly infohash: string; readonly torrent: Uint8Array }
	/**
	 * Pieces whose data is on the disk. Sent after a check, at completion, and at most once a second while
	 * downloading. After the check at the start of a download it is sent only if it differs. On stop and before
	 * 'failed' it is sent if pieces were added. Never contains a piece before its write is done. A download that
	 * ends during its check sends none: its last bitfield stays valid.
	 */
	| { readonly type: 'bitfield'; readonly infohash: string; readonly bitfield: Uint8Array }
	/** The last selected piece arrived in this run (not sent when it was complete at the start). */
	| { readonly type: 'finished'; readonly infohash: string }
	/** Before the first write to files. The engine creates and writes none of them before `answerClaim`. */
	| ({ readonly type: 'claim'; readonly infohash: string } & FileClaim)
	/** A 'check' ended; the download is no longer in the engine. */
	| { readonly type: 'checked'; readonly infohash: string }
	/**
	 * The disk of the destination, and the links on the way to the files. Sent after the check if they differ from the
	 * known ones.
	 */
	| {
			readonly type: 'disk';
			readonly infohash: string;
			readonly mountPoint: string;
			readonly links: readonly string[];
	  }
	/**
	 * The download failed and is no longer in the engine; its data stays. `reason` is readable text. `missing`: because
	 * recorded data or its disk is missing, so that the last bitfield stays valid.
	 */
	| {
			readonly type: 'failed';
			readonly infohash: string;
			readonly reason: string;
			readonly missing: boolean;
	  }
	/** The port that is open for incoming peers. It may differ from the configured one. */
	| { readonly type: 'listening'; readonly port: number }
	/** The engine has not responded for some seconds: its last statuses may be out of date. */
	| { readonly type: 'unresponsive' }
	/** An unresponsive engine responds again. It still holds all its downloads. */
	| { readonly type: 'responsive' }
	/** The engine's process ended unexpectedly. All downloads must be added again. */
	| { readonly type: 'died'; readonly reason: string };

export interface EngineOptions {
	/** Port for incoming peers; 0 lets the system choose. A busy port falls back to one the system chooses. */
	readonly port: number;
	/** Address to bind for incoming peers; undefined for all. */
	readonly host?: string | undefined;
	readonly dht: boolean;
	/** Nodes at which the DHT begins, host:port with a name or an IPv4 address. */
	readonly dhtBootstrap: readonly string[];
	readonly localDiscovery: boolean;
	readonly peerExchange: boolean;
	readonly webSeeds: boolean;
	/** HTTP addresses of the service itself. The engine refuses URLs of torrents that lead there. */
	readonly ownService: readonly ListenAddress[];
	/** Paths of the service that no download may touch. */
	readonly protectedPaths: ProtectedPaths;
	/** Configured proxies. Connections from them have no share of a network. Default: none. */
	readonly hostsWithoutShare?: readonly string[] | undefined;
}

/** The engine died, or its death is about to be noticed. It holds no download any more. */
export class EngineGone extends Error {}

/** Errors that keep their class between the processes. */
export const engineErrors = [EngineGone];

/**
 * The methods that the service calls in the engine. `Engine`, the process that forwards the call, and the adapter
 * that implements it have a method for each entry. With an infohash that the engine does not hold, all but
 * `prepare` resolve and do nothing.
 */
export const engineMethods = {
	/** Resolves when the engine holds the download; later failures are messages. Adding it twice does nothing. */
	add: method<(download: EngineDownload) => void>(),
	/** Ends all transfer of the download and sends its last bitfield before it resolves. Its data stays. */
	stop: method<(infohash: string) => void>(),
	/**
	 * Changes the selected files while running; null means all. Pieces shared with a selected file stay selected. Statuses
	 * sent before this resolves may be those of the earlier selection; afterwards they are sent again.
	 */
	select: method<(infohash: string, selected: readonly number[] | null) => void>(),
	/** Answers the claim with this number. */
	answerClaim: method<(infohash: string, number: number, answer: ClaimAnswer) => void>(),
	/**
	 * Announces to all trackers, the DHT and local discovery at once, or to the tracker `url` alone. A tracker that was
	 * contacted in the last seconds is left out.
	 */
	announce: method<(infohash: string, url: string | null) => void>(),
	/**
	 * Replaces the announce URLs while running. New trackers receive an announce, dropped ones a 'stopped' announce. The
	 * others keep their state.
	 */
	setTrackers: method<(infohash: string, trackers: readonly string[]) => void>(),
	/** Changes the sequence of the requested pieces while running. Open requests stay. */
	setOrder: method<(infohash: string, order: PieceOrder) => void>(),
	/** Announces the download to more trackers, and uses more peers and web seeds. */
	addSources: method<(infohash: string, sources: MoreSources) => void>(),
	/** Changes the limits while running, in bytes per second, 0 for none. Connections stay. */
	limit: method<(infohash: string, maxDownloadSpeed: number, maxUploadSpeed: number) => void>(),
	/**
	 * Changes the limits of all downloads together, in bytes per second, 0 for none. They count bytes of blocks, with
	 * those of web seeds. Protocol overhead, trackers, the DHT and the overlay are not counted. A new engine has none.
	 */
	limitAll: method<(maxDownloadSpeed: number, maxUploadSpeed: number) => void>(),
	/**
	 * Resolves when the torrent's bytes from `from` to before `to` are on the disk and verified. Until then their
	 * pieces are requested before all others, selected or not. The calls of one reader are served in order, several
	 * readers in turn. A reader may wait for several ranges at once. Rejects if there are no such bytes or the
	 * reader is released. Also rejects if the engine does not hold the download, or drops it.
	 */
	prepare: method<(infohash: string, reader: string, from: number, to: number) => void>(),
	/** Rejects all `prepare` calls of a reader: its pieces lose their priority. */
	release: method<(infohash: string, reader: string) => void>(),
	/** Returns the connected peers of one download. */
	peers: method<(infohash: string) => readonly EnginePeer[]>(),
	/** Returns the counters of the downloads with this number of hops; null if there are none. 0 always exists. */
	session: method<(hops: number) => EngineValues | null>(),
	/** Returns the settings in effect for downloads with this number of hops; null if there are none. */
	settings: method<(hops: number) => EngineValues | null>(),
	/** Returns the routes in use. */
	routes: method<() => readonly EngineRoute[]>(),
};

/** A BitTorrent engine. */
export interface Engine extends MethodsOf<typeof engineMethods> {
	/** Resolves when downloads can be added. Allowed again after 'died': the new engine holds nothing. */
	start(): Promise<void>;
	/** Messages arrive in order. Returns the function that ends the subscription. */
	listen(listener: (message: EngineMessage) => void): () => void;
	/** Stops everything, sends the last bitfields, and ends the engine. */
	close(): Promise<void>;
}
