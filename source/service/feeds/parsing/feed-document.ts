/** A feed as its document describes it. All text is untrusted. */
export interface FeedDocument {
	readonly title: string;
	/** Minutes between checks that the feed asks for. Undefined if it does not. */
	readonly ttlMinutes: number | undefined;
	/** In the sequence of the document, usually the newest first. */
	readonly items: readonly ParsedItem[];
}

export interface ParsedItem {
	/** Id that the feed gives it. Empty if it has none. */
	readonly id: string;
	readonly title: string;
	/** Address of its torrent or magnet link, possibly relative. Empty if it has none. */
	readonly uri: string;
	/** 40 lower-case hexadecimal digits. Undefined if it is not stated. */
	readonly infohash: string | undefined;
	/** Bytes. */
	readonly size: number | undefined;
	/** Unix time, s. */
	readonly published: number | undefined;
}
