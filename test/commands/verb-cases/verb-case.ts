import type { EndpointName } from '../../../source/protocol/endpoints/table.ts';

/** A command line, and what comes of it at a service that has everything. */
export interface VerbCase {
	readonly line: string;
	/** Whether the service is found as our own: what such a service answers is not read back. */
	readonly own?: boolean;
	readonly asks: readonly EndpointName[];
	/** The last request: 'METHOD path body'. */
	readonly last?: string;
	readonly out?: RegExp;
	/** With --json. */
	readonly json?: object;
}

/** Response to commands for several things. */
export const results = { results: [{ done: true }] };
