import type { DemoKind } from './content.ts';

/** Name that the demo's temporary folder begins with: a folder of any other name is never removed. */
export const demoFolderPrefix = 'seedtop-demo-';

/** From the command to the swarm's process. */
export type ToSwarm =
	| {
			readonly type: 'start';
			/**
			 * Absolute path of the demo's temporary folder. The swarm keeps its files in it, and removes all of it
			 * when the command vanishes without a word.
			 */
			readonly folder: string;
	  }
	/** End; the folder is the command's to remove. */
	| { readonly type: 'close' };

/** A torrent that the swarm offers. */
export interface DemoTorrent {
	readonly kind: DemoKind;
	readonly name: string;
	/** 40 lower-case hexadecimal digits. */
	readonly infohash: string;
	/** What to add: the absolute path of a .torrent file, or a magnet link. */
	readonly source: { readonly torrentPath: string } | { readonly magnet: string };
	/**
	 * For the kind 'failing': make a folder of this name in the download folder before adding the torrent, and it
	 * ends in an error. null for all others.
	 */
	readonly blockedPath: string | null;
}

/** From the swarm's process to the command. */
export type FromSwarm =
	| { readonly type: 'ready'; readonly trackerUrl: string; readonly torrents: readonly DemoTorrent[] }
	| { readonly type: 'failed'; readonly reason: string };

/** Both ends are ours and of the same version: this tells our messages from others on the channel. */
export function isToSwarm(message: unknown): message is ToSwarm {
	return hasType(message, ['start', 'close']);
}

export function isFromSwarm(message: unknown): message is FromSwarm {
	return hasType(message, ['ready', 'failed']);
}

function hasType(message: unknown, types: readonly string[]): boolean {
	return (
		typeof message === 'object' &&
		message !== null &&
		'type' in message &&
		types.includes(String(message.type))
	);
}
