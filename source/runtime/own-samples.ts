import type { RequestLog } from '../client/http/request-log.ts';
import type { OwnSample } from '../state/connection/own-samples.ts';
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

/** Returns a sample of the cockpit itself. */
export function ownSample(
	{ requestLog, streamLog, output }: OwnSources,
	name: OwnSample['source'],
): OwnSample {
	if (name === 'own-requests') {
		const { recent, total, failures } = requestLog;
		return { source: name, recent, total, failures, stream: streamLog.record };
	}
	const { user, system } = process.cpuUsage();
	const { rss, heapUsed } = process.memoryUsage();
	return {
		source: name,
		cpuMs: (user + system) / 1_000,
		residentBytes: rss,
		heapBytes: heapUsed,
		frames: output.frames,
		writtenBytes: output.bytes,
	};
}
