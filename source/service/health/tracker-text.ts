/** Failures of checks besides those of scrapes. The tracker is named beside them. */
export const trackerText = {
	unknownTorrent: 'It does not know this torrent.',
	noResponse: 'It did not respond in time.',
	failed: (reason: string) => `It cannot be asked: ${reason}.`,
	webOnly: 'This kind of tracker serves web browsers only.',
	noHops: 'It cannot be reached through the hops of the download.',
	notPublic:
		'It is on this machine or in a private network. Only trackers of your downloads and of the request may be there.',
	closed: 'The service stops.',
} as const;
