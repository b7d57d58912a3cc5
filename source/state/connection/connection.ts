import type { CoreState } from '../../protocol/resources/core-state.ts';

/** A failure as screens show it: what failed and why, and what to do next. */
export interface Failure {
	readonly kind: string;
	readonly message: string;
	readonly hint: string;
}

/** Was there no answer, rather than one that says no? */
export function isUnreachable({ kind }: Failure): boolean {
	return kind === 'unreachable' || kind === 'timeout';
}

/** How the cockpit and its service get on. Times are milliseconds since 1970. */
export interface Connection {
	readonly url: string;
	/** Where the address was found, in words. */
	readonly source: string;
	/** When the service last answered; undefined before the first answer. */
	readonly answeredAt: number | undefined;
	/** Why it does not answer at the moment; undefined while it does. */
	readonly failure: Failure | undefined;
	/** Is the stream of events open? Without it everything still comes by polling. */
	readonly streaming: boolean;
	/** undefined where the service does not say. */
	readonly core: CoreState | undefined;
	readonly version: string;
	/** Is it given an API key? The key itself is nowhere in the state. */
	readonly hasKey: boolean;
	/** Bytes free where most downloads go; undefined where that is not known. */
	readonly freeSpace: number | undefined;
	/** Does its profiler run? undefined where it has none. */
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
