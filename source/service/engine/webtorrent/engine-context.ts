import type WebTorrent from 'webtorrent';
import type { OwnService } from '../../http-client/own-service.ts';
import type { Log } from '../../log.ts';
import type { PathGuard } from '../../storage/path-guard.ts';
import type { EngineMessage } from '../port.ts';
import type { DiskWorkers } from './disk/disk-workers.ts';
import type { FilePool } from './disk/file-pool.ts';
import type { Download } from './download/download.ts';
import type { Dialer } from './peer/dialer.ts';
import type { OffenceLog } from './peer/offence-log.ts';
import type { RouteLeases } from './peer/route-leases.ts';
import type { Semaphore } from './semaphore.ts';

/** What the downloads of an engine share, and whom they tell what. */
export interface EngineContext {
	/** For all downloads without hops. */
	readonly client: WebTorrent;
	/** Clients of downloads with hops, whose connections are counted with the others. */
	readonly hidden: Set<WebTorrent>;
	readonly routes: RouteLeases;
	/** The HTTP listener that nothing in a torrent may make us call. */
	readonly ownService: OwnService;
	/** Are peers near by looked for, and are peers exchanged with peers? */
	readonly localDiscovery: boolean;
	readonly peerExchange: boolean;
	/** Refuses the service's own files. */
	readonly guard: PathGuard;
	/** Whether the settings allow web seeds. */
	readonly webSeeds: boolean;
	/** Transfers from web seeds. */
	readonly webSeedTransfers: Semaphore;
	readonly pool: FilePool;
	readonly workers: DiskWorkers;
	/** For looking at files and samples, and for hashing little data. */
	readonly smallReads: Semaphore;
	/** For hashing much data: one at a time. */
	readonly checks: Semaphore;
	readonly announces: Semaphore;
	/** Opens connections to peers, for all downloads. */
	readonly dialer: Dialer;
	/** Logs wrong data of peers. */
	readonly offences: OffenceLog;
	readonly log: Log;
	emit(message: EngineMessage): void;
	/** The download's figures changed and are worth telling soon. */
	changed(download: Download): void;
	/** The download's phase changed. It is told at once: people wait for the end of a check. */
	phaseChanged(download: Download): void;
	/** The same, and right now: the phase may be over in a moment. */
	reportNow(download: Download): void;
	/** The download may be found by peers near by, or no longer. */
	discoverable(download: Download, yes: boolean): void;
	/** Trackers are being taken leave of: nobody waits for it, except the engine when it closes. */
	waitOnClose(leaving: Promise<void>): void;
	/** The download ended by itself. */
	ended(download: Download): void;
}
