import { isFields } from '../basics/fields.ts';
import type { DemoKind } from './content.ts';
import type { UserService } from './user-service.ts';

/** Prefix of the demo's temporary folder. A folder with any other name is never removed. */
export const demoFolderPrefix = 'seedtop-demo-';

export const demoText = {
	wrongFolder: (path: string) => `the demo's folder must be called ${demoFolderPrefix}…, not ${path}`,
} as const;

/** From the command to the swarm's process. */
export type ToSwarm =
	| {
			readonly type: 'start';
			/** Absolute path of the demo's temporary folder. The swarm keeps its files in it, and removes it at its end. */
			readonly folder: string;
	  }
	/**
	 * Starts everything that uses the user's service: a second service, which trades with it, a peer that fetches from
	 * it, and a feed with new items. `cli` is the path of the program `seedtop`.
	 */
	| { readonly type: 'enliven'; readonly cli: string; readonly user: UserService }
	/** Ends the swarm. No other program may write into the folder any more. */
	| { readonly type: 'close' };

/** A torrent that the swarm offers. */
export interface DemoTorrent {
	readonly kind: DemoKind;
	readonly name: string;
	/** 40 lower-case hexadecimal digits. */
	readonly infohash: string;
	/** The source to add: the absolute path of a .torrent file, or a magnet link. */
	readonly source: { readonly torrentPath: string } | { readonly magnet: string };
	/**
	 * For the kind 'failing': a folder with this name in the download folder makes the download fail. Null for all
	 * others.
	 */
	readonly blockedPath: string | null;
}

/** From the swarm's process to the command. */
export type FromSwarm =
	| { readonly type: 'ready'; readonly trackerUrl: string; readonly torrents: readonly DemoTorrent[] }
	| { readonly type: 'failed'; readonly reason: string };

/** Checks only the type, because both ends have the same version. */
export function isToSwarm(message: unknown): message is ToSwarm {
	return hasType(message, ['start', 'enliven', 'close']);
}

export function isFromSwarm(message: unknown): message is FromSwarm {
	return hasType(message, ['ready', 'failed']);
}

function hasType(message: unknown, types: readonly string[]): boolean {
	return isFields(message) && types.includes(String(message.type));
}
