import type { EndpointName } from '../../../source/protocol/endpoints/table.ts';

/** A command line and its result on a service with all endpoints. */
export interface VerbCase {
	readonly line: string;
	/** Whether the service is our own, whose changes are not read back. */
	readonly own?: boolean;
	/** Standard input. */
	readonly input?: string;
	readonly asks: readonly EndpointName[];
	/** The last request: 'METHOD path body'. */
	readonly last?: string;
	readonly out?: RegExp;
	/** With --json. */
	readonly json?: object;
}

/** Response to commands for several things. */
export const results = { results: [{ done: true }] };
