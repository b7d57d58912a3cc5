export const trackerRemoveText = {
	title: 'Remove a tracker',
	/** `url` has no passkey. */
	question: (url: string, name: string) => `Remove the tracker ${url} of ${name}?`,
	effect: 'It is not used again, even if the torrent names it.',
	doing: (name: string) => `Removing a tracker of ${name}`,
	done: (name: string) => `Tracker removed: ${name}`,
} as const;
