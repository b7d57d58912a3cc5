import type { EngineStatus } from '../../port.ts';

/** A download as the parts of the engine that handle all downloads use it. */
export interface RunningDownload {
	readonly infohash: string;
	/** Returns the same object while nothing changes. */
	status(): EngineStatus;
	/** Reports the bitfield if it has new pieces. */
	reportBitfield(): void;
	/** Examines up to `count` files and returns their number. The download fails if one is unusable. */
	examineFiles(count: number): Promise<number>;
	/** Requests peers from trackers if no connected peer has missing pieces. To be called every second. */
	seekPeers(): void;
}
