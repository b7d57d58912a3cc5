/** Features that only some services have. */
export type Feature =
	| 'channels'
	| 'my-feeds'
	| 'market'
	| 'state'
	| 'tree'
	| 'stream'
	| 'entries'
	| 'debug'
	| 'dump'
	| 'trackers';

/** The four framings of the stream of events. */
export type Framing = 'line' | 'type' | 'topic' | 'event';

/**
 * The dialect of one release: every difference that the scripted server makes, as data. Unknown parts follow the
 * interface document. The document itself is a dialect too, in each generation.
 */
export interface Dialect {
	readonly name: string;
	readonly family: 'document' | '7.0–7.3' | '7.5–7.11' | '7.12–7.14' | '8.x';
	/** Bodies: forms with 0 and 1, or JSON. */
	readonly generation: 'A' | 'B';
	readonly version: string;
	/** Prefix of all paths. A path without it is redirected to a web page. */
	readonly base: '' | '/api';
	/** Undefined if no key is required. */
	readonly key: string | undefined;
	/** The engine's name in paths. */
	readonly engine: 'engine' | 'libtorrent';
	readonly has: ReadonlySet<Feature>;
	/** Content type of JSON. */
	readonly json: string;
	/** An error's body: {error: text}, {error: {handled, message}}, or the document's with code. */
	readonly errors: 'text' | 'message' | 'code';
	/** Response to unknown paths and wrong methods: a page of HTML, or JSON. */
	readonly unknown: 'html' | 'json';
	readonly statusPrefix: boolean;
	readonly statusCode: boolean;
	readonly checkpoints: boolean;
	/** Booleans in answers. */
	readonly truths: 'numbers' | 'booleans';
	readonly vod: 'vod_mod' | 'vod_mode';
	/** Download fields that differ from those of 7.14. */
	readonly fields: 'usual' | '8.1' | '8.2' | '8.4';
	/** Whether the list leaves out fields that were not requested (infohash, excluded). */
	readonly filters: boolean;
	/** Meaning of an empty selected_files. */
	readonly emptySelection: 'all' | 'none';
	/** Paths in views of a tree begin with the torrent's root. */
	readonly rootedTree: boolean;
	readonly range: 'malformed' | 'standard';
	/**
	 * Values that PUT /downloads accepts as uri: also a path of the service's machine, or only file, magnet and
	 * HTTP(S) URIs.
	 */
	readonly sources: 'paths' | 'uris';
	/**
	 * Effect of a .torrent as the body of PUT /downloads. `field`: a body without the field uri. `crash`: a decoding
	 * fault that all listeners receive. `taken`: added if its content type is `applications/x-bittorrent`.
	 */
	readonly upload: 'field' | 'crash' | 'taken';
	/** Defaults of an addition. */
	readonly additionDefaults: { readonly hops: number; readonly safeSeeding: boolean };
	/** Whether an addition without safe seeding gets it all the same, if that is the default. */
	readonly forcesSafeSeeding: boolean;
	/** Effect of POST /settings on a section that it names: replaced as a whole, or changed key by key. */
	readonly settingsWrite: 'replace' | 'merge';
	/** Whether limits of one download are applied. Otherwise they are accepted without effect. */
	readonly appliesLimits: boolean;
	/** Answer to a move of data into a missing folder; undefined for services that move no data. */
	readonly missingFolder: 'error-in-200' | 'refused' | undefined;
	/** Whether downloads have places in a queue. */
	readonly queues: boolean;
	/** Whether availability is sent always, or only with get_availability=1. */
	readonly availability: 'always' | 'asked';
	/**
	 * Whether the flat list shows all files as included until selected_files was sent, whatever the tree contains.
	 */
	readonly flatListLags: boolean;
	/** Whether torrents of version 2 are added, and hybrid ones named by their infohash of version 2. */
	readonly secondVersion: boolean;
	readonly overview: 'overview' | 'mychannel';
	/** Response to the creation of an order. */
	readonly creation: 'created' | 'order';
	readonly payments: 'quantity' | 'transferred';
	readonly healthPath: '/metadata/torrents/{infohash}/health' | '/torrents/{infohash}/health';
	readonly health: 'trackers' | 'wrapped' | 'checking';
	/** Response to a health check with nowait. */
	readonly nowait: true | '1';
	readonly healthEvent: string;
	/** Form of one entry: an object, or in a list. And the name that a change gives it. */
	readonly entry: 'object' | 'list';
	readonly entryName: 'name' | 'title';
	readonly session: 'settings' | 'session';
	readonly slots: 'pairs' | 'lists';
	readonly framing: Framing;
}
