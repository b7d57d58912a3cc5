import type { RequestLog } from '../client/http/request-log.ts';
import type { RequestsSample, UsageSample } from '../state/connection/own-samples.ts';
import type { StreamLog } from './stream-log.ts';

/** Counts of the terminal, from the start of the cockpit. */
export interface OutputCounts {
	readonly frames: number;
	readonly bytes: number;
}

/** Sources of samples of the cockpit itself. They outlive the connection to one address. */
export interface OwnSources {
	readonly requestLog: RequestLog;
	readonly streamLog: StreamLog;
	readonly output: OutputCounts;
}

/** Returns the last requests and the event stream. */
export function requestsSample({ requestLog, streamLog }: OwnSources): RequestsSample {
	const { recent, total, failures } = requestLog;
	return { recent, total, failures, stream: streamLog.record };
}

/** Returns the cost of the cockpit. */
export function usageSample({ output: { frames, bytes } }: OwnSources): UsageSample {
	const { user, system } = process.cpuUsage();
	const { rss, heapUsed } = process.memoryUsage();
	return {
		cpuMs: (user + system) / 1_000,
		residentBytes: rss,
		heapBytes: heapUsed,
		frames,
		writtenBytes: bytes,
	};
}
