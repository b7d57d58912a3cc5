/** Maximum bytes of a name. File systems accept 255; the rest is for a suffix while writing. */
const MAX_BYTES = 200;

/**
 * Returns a safe name for the .torrent file of a download. It names no folder and no hidden file, and common file
 * systems accept it. Uses the infohash if nothing is left. Both are untrusted text.
 */
export function torrentFileName(name: string, infohash: string): string {
	return `${safeName(name) || safeName(infohash) || 'download'}.torrent`;
}

function safeName(text: string): string {
	const harmless = text
		// Control and format characters, broken pairs, and characters that Windows refuses.
		.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffd/\\:*?"<>|]+/gu, '_')
		.replace(/^[.\s_-]+/u, '');
	return cutBytes(harmless, MAX_BYTES).replace(/[.\s]+$/u, '');
}

function cutBytes(text: string, most: number): string {
	let bytes = 0;
	let end = 0;
	for (const character of text) {
		bytes += Buffer.byteLength(character);
		if (bytes > most) break;
		end += character.length;
	}
	return text.slice(0, end);
}
