/**
 * Builds a .torrent from the bytes of an info dictionary, as received for a magnet. The bytes are unchanged, so the
 * infohash stays the same even if the dictionary is not canonical.
 */
export function torrentFromInfo(
	info: Uint8Array,
	trackers: readonly string[],
	webSeeds: readonly string[] = [],
): Uint8Array {
	const parts: Buffer[] = [Buffer.from('d')];
	const [first] = trackers;
	if (first !== undefined) {
		parts.push(bencodeText('announce'), bencodeText(first), bencodeText('announce-list'), Buffer.from('l'));
		for (const url of trackers) parts.push(Buffer.from('l'), bencodeText(url), Buffer.from('e'));
		parts.push(Buffer.from('e'));
	}
	parts.push(bencodeText('info'), Buffer.from(info));
	if (webSeeds.length > 0) {
		parts.push(bencodeText('url-list'), Buffer.from('l'), ...webSeeds.map(bencodeText), Buffer.from('e'));
	}
	parts.push(Buffer.from('e'));
	return Buffer.concat(parts);
}

function bencodeText(text: string): Buffer {
	const bytes = Buffer.from(text);
	return Buffer.concat([Buffer.from(`${bytes.length}:`), bytes]);
}
