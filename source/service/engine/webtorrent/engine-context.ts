import type WebTorrent from 'webtorrent';
import type { Semaphore } from '../../../concurrency/semaphore.ts';
import type { OwnService } from '../../http-client/own-service.ts';
import type { Log } from '../../log.ts';
import type { PathGuard } from '../../storage/path-guard.ts';
import type { EngineMessage } from '../port.ts';
import type { DiskWorkers } from './disk/disk-workers.ts';
import type { FilePool } from './disk/file-pool.ts';
import type { RunningDownload } from './download/running-download.ts';
import type { Dialer } from './peer/dialer.ts';
import type { OffenceLog } from './peer/offence-log.ts';
import type { RouteLeases } from './peer/route-leases.ts';

/** Dependencies and callbacks shared by all downloads of an engine. */
export interface EngineContext {
	/** Client of all downloads without hops. */
	readonly client: WebTorrent;
	/** Clients of downloads with hops. Their connections count towards the same limit. */
	readonly hidden: Set<WebTorrent>;
	readonly routes: RouteLeases;
	/** The service's own HTTP listener, which no torrent may cause requests to. */
	readonly ownService: OwnService;
	/** Whether local discovery and peer exchange are enabled. */
	readonly localDiscovery: boolean;
	readonly peerExchange: boolean;
	/** Refuses the service's own files. */
	readonly guard: PathGuard;
	/** Whether the settings allow web seeds. */
	readonly webSeeds: boolean;
	/** Limits transfers from web seeds. */
	readonly webSeedTransfers: Semaphore;
	readonly pool: FilePool;
	readonly workers: DiskWorkers;
	/** Limits examinations of files and samples, and small hash checks. */
	readonly smallReads: Semaphore;
	/** Limits large hash checks to one at a time. */
	readonly checks: Semaphore;
	readonly announces: Semaphore;
	/** Opens connections to peers for all downloads. */
	readonly dialer: Dialer;
	/** Logs wrong data of peers. */
	readonly offences: OffenceLog;
	readonly log: Log;
	emit(message: EngineMessage): void;
	/** The download's status changed and should be reported soon. */
	changed(download: RunningDownload): void;
	/** The download's phase changed. It is reported at once, because clients wait for the end of a check. */
	phaseChanged(download: RunningDownload): void;
	/** Reports the phase immediately, because it may end in a moment. */
	reportNow(download: RunningDownload): void;
	/** Whether local discovery may announce the download has changed. */
	discoverable(download: RunningDownload, yes: boolean): void;
	/** Registers a 'stopped' announce. Only closing the engine waits for it. */
	waitOnClose(leaving: Promise<void>): void;
	/** The download ended by itself. */
	ended(download: RunningDownload): void;
}
