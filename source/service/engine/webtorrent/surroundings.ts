import type WebTorrent from 'webtorrent';
import type { Log } from '../../log.ts';
import type { EngineMessage } from '../port.ts';
import type { Download } from './download.ts';
import type { FilePool } from './file-pool.ts';
import type { Turns } from './turns.ts';

/** What the downloads of an engine share, and whom they tell what. */
export interface Surroundings {
	readonly client: WebTorrent;
	readonly pool: FilePool;
	/** For looking at files and samples. */
	readonly glances: Turns;
	/** For hashing: one at a time. */
	readonly checks: Turns;
	readonly announces: Turns;
	/** May another connection to a peer be opened, all downloads together? */
	readonly mayConnect: () => boolean;
	readonly log: Log;
	emit(message: EngineMessage): void;
	/** The download's phase changed: its figures are worth telling soon. */
	changed(download: Download): void;
	/** The download may be found by peers near by, or no longer. */
	discoverable(download: Download, yes: boolean): void;
	/** Trackers are being taken leave of: nobody waits for it, except the engine when it closes. */
	farewell(leaving: Promise<void>): void;
	/** The download ended by itself. */
	ended(download: Download): void;
}
