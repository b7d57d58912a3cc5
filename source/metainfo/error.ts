/** A problem of a .torrent file or a magnet link, in one sentence for the user. */
export class MetainfoError extends Error {
	override readonly name = 'MetainfoError';
}
