/** An infohash in hexadecimal: 40 digits in version 1, 64 in version 2. */
const infohashPattern = /^(?:[\da-f]{40}|[\da-f]{64})$/i;

export function isInfohash(text: string): boolean {
	return infohashPattern.test(text);
}

/**
 * Returns the magnet link of an infohash. In version 2 it is a multihash: 0x12 is SHA-256, 0x20 its length (BEP 52).
 */
export function magnetOf(infohash: string): string {
	const digits = infohash.toLowerCase();
	return digits.length === 64 ? `magnet:?xt=urn:btmh:1220${digits}` : `magnet:?xt=urn:btih:${digits}`;
}
