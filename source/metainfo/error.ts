/** What is wrong with a .torrent file or a magnet link, in one sentence fit for a person. */
export class MetainfoError extends Error {
	override readonly name = 'MetainfoError';
}
