/** A problem of a .torrent file or a magnet link, in one sentence for the user. */
export class MetainfoError extends Error {
	override readonly name = 'MetainfoError';
}

/** Beginnings of the messages, each with the reason. */
export const metainfoText = {
	notTorrent: (reason: string) => `this is not a torrent file: ${reason}`,
	unusable: (reason: string) => `this torrent cannot be used: ${reason}`,
};
