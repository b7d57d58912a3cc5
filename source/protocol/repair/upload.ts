/**
 * Inserts the selected files into the root dictionary of a .torrent, where 8.x expect them in an upload. The info
 * dictionary and the infohash stay the same.
 */
export function withSelectedFiles(torrent: Uint8Array, selected: readonly number[]): Uint8Array {
	const list = selected.map((index) => `i${index}e`).join('');
	// Real services ignore the order of keys, and refuse other types themselves.
	return torrent[0] === 0x64
		? Buffer.concat([Buffer.from(`d14:selected_filesl${list}e`), torrent.subarray(1)])
		: torrent;
}
