/**
 * A complete .torrent around the bytes of an info dictionary, as a magnet's metadata arrives. The bytes are kept as
 * they are, so the infohash stays what it was even where the dictionary is not in canonical form.
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
