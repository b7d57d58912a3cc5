/** A .torrent file to be saved on the cockpit's machine. */
export interface TorrentToSave {
	readonly infohash: string;
	/** As typed: '~' is the home folder, relative paths start in the working directory. */
	readonly path: string;
	/** Name of the file if the path is a folder. */
	readonly name: string;
	readonly overwrite: boolean;
}

/** Result of saving. */
export type Saving =
	| { readonly kind: 'saved'; readonly path: string; readonly bytes: number }
	| { readonly kind: 'exists' };

/** A file for a player. */
export interface FileToPlay {
	readonly infohash: string;
	readonly index: number;
	/** Untrusted. */
	readonly name: string;
	/** URL of its content. Requests need the API key, if the service has one. */
	readonly url: string;
	/** Command line of the player. */
	readonly player: string;
}
