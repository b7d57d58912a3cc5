import type { Dialect } from '../../protocol/dialect.ts';

/** Whose service it is: seedtop's own, or that of another program. */
export type Owner = 'own' | 'other';

/** A service that may be running. */
export interface Candidate {
	/** Base URL, with /api for services of 8.x. */
	readonly url: string;
	readonly apiKey: string | undefined;
	/** Source, for messages: '--url', '~/.Tribler/7.14/triblerd.conf'. */
	readonly source: string;
	/** Whether the user named the service. Then no other is tried. */
	readonly explicit: boolean;
	/** Undefined if the user named an address, because the program behind it is unknown. */
	readonly owner?: Owner;
	readonly generation: 'A' | 'B';
	/** Undefined until detected. */
	readonly dialect?: Dialect;
	/** Undefined if the source has no version. */
	readonly version?: string;
	/** Extensions of the service (protocol/extensions.ts). Undefined if the source does not list them. */
	readonly extensions?: readonly string[] | undefined;
	/**
	 * Whether a process of this machine announced itself as the service. An address alone may lead through a tunnel.
	 */
	readonly local?: boolean;
	/** Name of the user's context that has this address. */
	readonly context?: string;
}

/** Reason why a source yielded no service. Never quotes a file, because files contain keys. */
export interface Skipped {
	readonly source: string;
	/** Reason, for messages: 'is not JSON', 'names no port', 'nothing answers at http://127.0.0.1:8085'. */
	readonly reason: string;
}

/** Abbreviates the home folder in a path to '~'. */
export function withTilde(path: string, home: string): string {
	return home !== '' && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
