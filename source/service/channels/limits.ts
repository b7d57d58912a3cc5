/** Limits of channels, also for those of other services. Texts are in UTF-16 units, as JavaScript counts. */
export const channelLimits = {
	/** Names of channels, playlists and torrents. */
	name: 200,
	/** The name of a torrent as JSON, UTF-8. */
	torrentNameBytes: 350,
	description: 2_000,
	category: 50,
	torrents: 5_000,
	playlists: 200,
	playlistTorrents: 1_000,
	trackers: 10,
	trackerUrl: 250,
	files: 20,
	fileName: 200,
	/** An entry as JSON, UTF-8. Trackers and files beyond it are left out. */
	entryBytes: 700,
	/** All entries and playlists of a channel as JSON, UTF-8. */
	channelBytes: 4_000_000,
	/** Channels of other services, their torrents, and their bytes. */
	otherChannels: 200,
	otherTorrents: 50_000,
	otherBytes: 64 * 1024 * 1024,
} as const;

/** Largest id of an entry. SQLite stores signed integers of 64 bits. */
export const MAX_ENTRY_ID = 2n ** 63n - 1n;

/** Returns a text with at most `length` units, well-formed, and at most as many bytes as JSON. */
export function bounded(text: string, length: number, jsonBytes = length * 2): string {
	let result = wellFormed(text.slice(0, length));
	while (jsonLength(result) > jsonBytes)
		result = wellFormed(result.slice(0, Math.floor(result.length * 0.8)));
	return result;
}

/** Returns the size of a value as JSON, in bytes. */
export function jsonLength(value: unknown): number {
	return Buffer.byteLength(JSON.stringify(value));
}

/** Replaces lone surrogates: UTF-8 cannot encode them. A cut pair is dropped. */
function wellFormed(text: string): string {
	const whole = /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
	return Buffer.from(whole).toString();
}
