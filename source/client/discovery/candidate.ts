import type { Dialect } from '../detection/dialect.ts';

/** Whose service it is: seedtop's own, or one of another program. */
export type Owner = 'own' | 'other';

/** A service that may be there. */
export interface Candidate {
	/** Base URL, with /api for services of 8.x. */
	readonly url: string;
	readonly apiKey: string | undefined;
	/** Where it was found, in words for messages: '--url', '~/.Tribler/7.14/triblerd.conf'. */
	readonly source: string;
	/** Named by the user: then no other is tried. */
	readonly explicit: boolean;
	/** Undefined where the user named an address: it says nothing of the program behind it. */
	readonly owner?: Owner;
	readonly generation: 'A' | 'B';
	/** Undefined until it is known. */
	readonly dialect?: Dialect;
	/** Undefined where the place it was found in does not say. */
	readonly version?: string;
	/** Has a process of this machine said that it is the service? An address alone may lead through a tunnel. */
	readonly local?: boolean;
}

/** Why a place where a service could have been found gave none. It never quotes a file: keys are in them. */
export interface Skipped {
	readonly source: string;
	/** In words: 'is not JSON', 'names no port', 'nothing answers at http://127.0.0.1:8085'. */
	readonly reason: string;
}

/** A path as people write it, with '~' for their home. */
export function withTilde(path: string, home: string): string {
	return home !== '' && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
