import type { ListenAddress } from '../http-client/own-service.ts';
import type { ProtectedPaths } from '../storage/path-guard.ts';

/**
 * What the service asks of a BitTorrent engine, and what an engine tells it.
 *
 * The service owns the records (what is wanted, where it lies, what is selected); an engine only executes
 * them and holds nothing that a restart may lose. So an engine may die at any moment: the service starts
 * another and adds the same downloads again, with the last bitfield it was told.
 */

/** What an engine needs to know to run one download. */
export interface EngineDownload {
	/** 40 lower-case hexadecimal digits. */
	readonly infohash: string;
	/** The bytes of a .torrent file that passed the metainfo check, or a magnet link (BEP 9). */
	readonly source: { readonly torrent: Uint8Array } | { readonly magnet: string };
	/** Absolute folder under which the torrent's root lands. */
	readonly destination: string;
	/**
	 * Pieces known to be complete and clean, most significant bit first (BEP 3). Absent or of the wrong length: look
	 * at the disk and hash what is there. Present: trust it where the files' sizes allow it to be true, but for a
	 * sample of about one piece a file (64 at most); files that do not fit it are hashed. A few pieces that are on
	 * the disk though the bitfield lacks them are found too, so one told shortly before a crash loses nothing.
	 */
	readonly bitfield?: Uint8Array | undefined;
	/** Announce URLs; those of the source are used in any case. */
	readonly trackers?: readonly string[];
	/** Web seed URLs (BEP 19); those of the source are used in any case. */
	readonly webSeeds?: readonly string[];
	/**
	 * Indices of the wanted files; null means all of them, or those that the magnet link selects. A download fails when
	 * its torrent lacks one of them.
	 */
	readonly selected: readonly number[] | null;
	/** 'run' transfers; 'check' hashes everything on the disk, reports the bitfield and ends stopped. */
	readonly mode: 'run' | 'check';
	/** Bytes per second, 0 for none. */
	readonly maxDownloadSpeed: number;
	/** Bytes per second, 0 for none. */
	readonly maxUploadSpeed: number;
	/**
	 * The proxies of its hops, the first one first. With one or more, everything the download sends or receives goes
	 * through all of them, and no peer is found or taken in any other way. Empty for a plain download.
	 */
	readonly route: readonly SocksProxy[];
}

/**
 * What a download is doing inside the engine. A download that is not in the engine has no phase.
 * 'waiting' and 'checking' are hash checks; at most one download is 'checking' at a time. 'allocating': its files are
 * being created. 'circuits': it has hops, and its last proxy is not reached at the moment.
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
	/** That of a web seed begins with '[Web seed] '. */
	readonly url: string;
	readonly status: 'Working' | 'Not working' | 'Not contacted yet' | 'Disabled';
	/** Peers the tracker returned last; 1 for a web seed that works. */
	readonly peers: number;
	/** The tracker's last failure in words; empty when the last announce worked. */
	readonly error: string;
}

/** Connected peers that were found without a tracker, by each way; null where the download does not use it. */
export interface EngineDiscovery {
	readonly dht: number | null;
	readonly peerExchange: number | null;
	readonly local: number | null;
}

/** The live figures of one download. Speeds are bytes per second, amounts bytes since it was added to this engine. */
export interface EngineStatus {
	readonly infohash: string;
	readonly phase: EnginePhase;
	/** 0 to 1, of the phase: hashed while checking, wanted bytes had while downloading, 1 while seeding. */
	readonly progress: number;
	readonly speedDown: number;
	readonly speedUp: number;
	readonly downloaded: number;
	readonly uploaded: number;
	/** Bytes of wanted files still missing. */
	readonly remaining: number;
	/** Connected peers that have everything. */
	readonly connectedSeeds: number;
	/** Connected peers that lack something. */
	readonly connectedPeers: number;
	/** What trackers last said of the swarm; 0 when unknown. */
	readonly seeds: number;
	readonly peers: number;
	/** Distributed copies among connected peers and ourselves. */
	readonly availability: number;
	readonly trackers: readonly EngineTracker[];
	readonly discovery: EngineDiscovery;
}

/** One connected peer. Field names are those of the interface (part 2) and of the field. */
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
	/** Whether the peer wants data of ours (libtorrent's remote_interested). */
	readonly uinterested: boolean;
	/** Whether the peer chokes us (libtorrent's remote_choked). */
	readonly uchoked: boolean;
	/** Whether we want data of the peer's (libtorrent's interesting). */
	readonly dinterested: boolean;
	/** Whether we choke the peer (libtorrent's choked). */
	readonly dchoked: boolean;
	/** Unchoked without having earned it. */
	readonly optimistic: boolean;
	readonly snubbed: boolean;
	readonly seed: boolean;
	readonly upload_only: boolean;
	/** 0 to 1. */
	readonly completed: number;
	/** 0: a peer; 1: a web seed. */
	readonly connection_type: number;
}

export type EngineMessage =
	/**
	 * Figures of the downloads that changed since the last one: once a second, and those of a download that was just
	 * added or changed its phase within 300 ms.
	 */
	| { readonly type: 'statuses'; readonly statuses: readonly EngineStatus[] }
	/** A magnet's metainfo arrived and passed the check: a complete .torrent. */
	| { readonly type: 'metadata'; readonly infohash: string; readonly torrent: Uint8Array }
	/**
	 * Pieces whose data is on the disk. Sent after a check (after the start of a download only if it is news), at
	 * completion, on stop and before 'failed' if pieces were added, and at most once a second while downloading.
	 * Never claims a piece whose write is not done. A download that ends during its check sends none: what was told
	 * of it before still holds.
	 */
	| { readonly type: 'bitfield'; readonly infohash: string; readonly bitfield: Uint8Array }
	/** The last wanted piece arrived in this run (not sent when it was complete at the start). */
	| { readonly type: 'finished'; readonly infohash: string }
	/** A 'check' ended; the download is no longer in the engine. */
	| { readonly type: 'checked'; readonly infohash: string }
	/** The download failed and is no longer in the engine; its data stays. `reason` is one readable sentence. */
	| { readonly type: 'failed'; readonly infohash: string; readonly reason: string }
	/** The port for incoming peers that was really opened. */
	| { readonly type: 'listening'; readonly port: number }
	/** The engine has not responded for some seconds: its last figures may be out of date. */
	| { readonly type: 'unresponsive' }
	/** An unresponsive engine responds again. Nothing in it was lost. */
	| { readonly type: 'responsive' }
	/** The engine's process ended without being asked to. Everything in it is gone until it is added again. */
	| { readonly type: 'died'; readonly reason: string };

/** A SOCKS5 proxy: one hop of a download that has hops. */
export interface SocksProxy {
	/** Name or address; an IPv6 address without brackets. */
	readonly host: string;
	readonly port: number;
	/** Secrets: never in a log or an error's text. */
	readonly username?: string;
	readonly password?: string;
}

export interface EngineOptions {
	/** Port for incoming peers; 0 lets the system choose. A busy port falls back to one the system chooses. */
	readonly port: number;
	/** Address to bind for incoming peers; undefined for all. */
	readonly host?: string | undefined;
	readonly dht: boolean;
	readonly localDiscovery: boolean;
	readonly peerExchange: boolean;
	readonly webSeeds: boolean;
	/** Where the service itself answers HTTP: no URL of a torrent may make the engine call it. */
	readonly ownService: readonly ListenAddress[];
	/** Paths of the service that no download may touch. */
	readonly protectedPaths: ProtectedPaths;
}

/** The engine died, or is about to be known dead: whatever it was asked, it holds nothing any more. */
export class EngineGone extends Error {}

/** A BitTorrent engine. Commands on an infohash the engine does not hold resolve and do nothing, but for `prepare`. */
export interface Engine {
	/** Resolves when downloads can be added; also after 'died', to begin afresh. */
	start(): Promise<void>;
	/** Resolves when the engine took the download on; whatever goes wrong later is told. Adding it twice does nothing. */
	add(download: EngineDownload): Promise<void>;
	/** Ends all transfer of the download and sends its last bitfield before it resolves. Its data stays. */
	stop(infohash: string): Promise<void>;
	/**
	 * Changes the wanted files while running; null means all. Pieces shared with a wanted file stay wanted. Figures
	 * sent before this resolves may be those of the earlier selection; afterwards they are sent again.
	 */
	select(infohash: string, selected: readonly number[] | null): Promise<void>;
	/** Announces the download to more trackers, and uses more peers and web seeds. */
	addSources(infohash: string, sources: MoreSources): Promise<void>;
	/** Changes the limits while running, in bytes per second, 0 for none. Connections stay. */
	limit(infohash: string, maxDownloadSpeed: number, maxUploadSpeed: number): Promise<void>;
	/**
	 * Resolves when the torrent's bytes from `from` to before `to` are on the disk and verified. Until then their pieces
	 * are asked for before all others, wanted or not: those of one reader in the order of its calls, several readers in
	 * turn. A reader may wait for several stretches at once. Rejects when there are no such bytes, when the reader is
	 * released, and when the engine does not hold the download, or not any more.
	 */
	prepare(infohash: string, reader: string, from: number, to: number): Promise<void>;
	/** Ends all that a reader waits for: its pieces are no longer asked for before others. */
	release(infohash: string, reader: string): Promise<void>;
	/** The connected peers of one download. */
	peers(infohash: string): Promise<readonly EnginePeer[]>;
	/** Messages arrive in order. Returns the function that ends the subscription. */
	listen(listener: (message: EngineMessage) => void): () => void;
	/** Stops everything, sends the last bitfields, and ends the engine. */
	close(): Promise<void>;
}
