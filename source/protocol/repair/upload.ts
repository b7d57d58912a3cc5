/**
 * Returns a .torrent with the list of wanted files in its root dictionary, where 8.x look for it in an upload. The info
 * dictionary stays as it is, and the infohash with it.
 */
export function withSelectedFiles(torrent: Uint8Array, selected: readonly number[]): Uint8Array {
	const list = selected.map((index) => `i${index}e`).join('');
	// Real services do not mind the order of keys. What is no dictionary is left to them to refuse.
	return torrent[0] === 0x64
		? Buffer.concat([Buffer.from(`d14:selected_filesl${list}e`), torrent.subarray(1)])
		: torrent;
}
