/** What a service may have or not, beyond what every one has. */
export type Feature =
	| 'channels'
	| 'my-feeds'
	| 'market'
	| 'state'
	| 'tree'
	| 'stream'
	| 'entries'
	| 'debug'
	| 'dump';

/** The four framings of the stream of events. */
export type Framing = 'line' | 'type' | 'topic' | 'event';

/**
 * How one release speaks: every difference that the scripted server makes, as data. Where nothing is known of a
 * release, it does as the interface document says; the document itself, with nothing but its own words, is a
 * dialect too, in each generation.
 */
export interface Dialect {
	readonly name: string;
	readonly family: 'document' | '7.0–7.3' | '7.5–7.11' | '7.12–7.14' | '8.x';
	/** Bodies: forms with 0 and 1, or JSON. */
	readonly generation: 'A' | 'B';
	readonly version: string;
	/** What stands before every path. A path outside of it is redirected to a web page. */
	readonly base: '' | '/api';
	/** Undefined where no key is asked for. */
	readonly key: string | undefined;
	/** The engine's name in paths. */
	readonly engine: 'engine' | 'libtorrent';
	readonly has: ReadonlySet<Feature>;
	/** The content type of JSON. */
	readonly json: string;
	/** An error's body: {error: text}, {error: {handled, message}}, or the document's with code. */
	readonly errors: 'text' | 'message' | 'code';
	/** Unknown paths and wrong methods: a page of HTML, or JSON. */
	readonly unknown: 'html' | 'json';
	readonly statusPrefix: boolean;
	readonly statusCode: boolean;
	readonly checkpoints: boolean;
	/** Booleans in answers. */
	readonly truths: 'numbers' | 'booleans';
	readonly vod: 'vod_mod' | 'vod_mode';
	/** Which download fields are not those of 7.14. */
	readonly fields: 'usual' | '8.1' | '8.2' | '8.4';
	/** Does the list leave out what was not asked for (infohash, excluded)? */
	readonly filters: boolean;
	/** What an empty selected_files means. */
	readonly emptySelection: 'all' | 'none';
	/** Paths in views of a tree begin with the torrent's root. */
	readonly rootedTree: boolean;
	readonly range: 'malformed' | 'standard';
	/** What PUT /downloads takes as uri: a path of the service's machine too, or file, magnet and HTTP(S) URIs only. */
	readonly sources: 'paths' | 'uris';
	/**
	 * What a .torrent as the body of PUT /downloads does: `field` is a body without the field uri, `crash` is a decoding
	 * fault that all listeners are told, `taken` adds it when its content type is `applications/x-bittorrent`.
	 */
	readonly upload: 'field' | 'crash' | 'taken';
	/** What an addition has where the request does not say. */
	readonly additionDefaults: { readonly hops: number; readonly safeSeeding: boolean };
	/** Whether limits of one download are applied; otherwise they are accepted and change nothing. */
	readonly appliesLimits: boolean;
	/** Whether availability is sent always, or only with get_availability=1. */
	readonly availability: 'always' | 'asked';
	/** Whether the flat list shows all files as included until selected_files was sent, whatever the tree was told. */
	readonly flatListLags: boolean;
	/** Whether torrents of version 2 are added, and hybrid ones named by their infohash of version 2. */
	readonly secondVersion: boolean;
	readonly overview: 'overview' | 'mychannel';
	/** What creates an order answers. */
	readonly creation: 'created' | 'order';
	readonly payments: 'quantity' | 'transferred';
	readonly healthPath: '/metadata/torrents/{infohash}/health' | '/torrents/{infohash}/health';
	readonly health: 'trackers' | 'wrapped' | 'checking';
	/** What a health asked for with nowait answers. */
	readonly nowait: true | '1';
	readonly healthEvent: string;
	/** One entry: an object, or in a list. And what a change calls its name. */
	readonly entry: 'object' | 'list';
	readonly entryName: 'name' | 'title';
	readonly session: 'settings' | 'session';
	readonly slots: 'pairs' | 'lists';
	readonly framing: Framing;
}
