import type { RequestRecord } from '../../basics/request-record.ts';

/** The event stream. Times are Unix ms. */
export interface StreamRecord {
	readonly isOpen: boolean;
	/** Time of the last change; undefined before the first attempt has ended. */
	readonly since: number | undefined;
	/** Number of times that it was opened again. */
	readonly reconnects: number;
	/** Number of interruptions, their total time, and the last one. Events may be lost in them. */
	readonly gaps: number;
	readonly gapMs: number;
	readonly lastGap: { readonly from: number; readonly to: number } | undefined;
	readonly events: number;
	readonly malformed: number;
	readonly lastEventAt: number | undefined;
	/** Reason of the last loss; '' for none. Untrusted. */
	readonly reason: string;
	/** Time of the next attempt; undefined if there is none. */
	readonly retryAt: number | undefined;
}

/** The last requests, and the event stream. */
export interface RequestsSample {
	/** The newest last. */
	readonly recent: readonly RequestRecord[];
	readonly total: number;
	readonly failures: number;
	readonly stream: StreamRecord;
}

/** The cost of the cockpit, counted from its start. */
export interface UsageSample {
	/** Processor time, ms. */
	readonly cpuMs: number;
	readonly residentBytes: number;
	readonly heapBytes: number;
	/** Frames and bytes written to the terminal. */
	readonly frames: number;
	readonly writtenBytes: number;
}
