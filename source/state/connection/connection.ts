import type { CoreState } from '../../protocol/resources/core-state.ts';

/** A failure as screens show it: what failed and why, and what to do next. */
export interface Failure {
	readonly kind: string;
	readonly message: string;
	readonly hint: string;
}

/** Whether there was no answer, rather than a refusal. */
export function isUnreachable({ kind }: Failure): boolean {
	return kind === 'unreachable' || kind === 'timeout';
}

/** How the cockpit and its service get on. Times are milliseconds since 1970. */
export interface Connection {
	readonly url: string;
	/** Origin of the address, in words. */
	readonly source: string;
	/** When the service last answered; undefined before the first answer. */
	readonly answeredAt: number | undefined;
	/** Why it does not answer at the moment; undefined while it does. */
	readonly failure: Failure | undefined;
	/** Whether the event stream is open. Without it, polling still updates everything. */
	readonly streaming: boolean;
	/** undefined where the service does not say. */
	readonly core: CoreState | undefined;
	readonly version: string;
	/** Whether the service has an API key. The state never holds the key itself. */
	readonly hasKey: boolean;
	/** Bytes free where most downloads go; undefined where that is not known. */
	readonly freeSpace: number | undefined;
	/** Whether the profiler runs; undefined if the service has none. */
	readonly profiling: boolean | undefined;
}

export function initialConnection(url: string, source: string): Connection {
	return {
		url,
		source,
		answeredAt: undefined,
		failure: undefined,
		streaming: false,
		core: undefined,
		version: '',
		hasKey: false,
		freeSpace: undefined,
		profiling: undefined,
	};
}

export function answered(connection: Connection, at: number): Connection {
	return { ...connection, answeredAt: at, failure: undefined };
}

export function failed(connection: Connection, failure: Failure): Connection {
	return { ...connection, failure };
}
