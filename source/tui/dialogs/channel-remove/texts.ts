import { sanitize } from '../../../format/sanitize.ts';
import { withoutSecrets } from '../../../format/without-secrets.ts';
import type { RemovalSubject } from '../../../state/dialogs/channel-remove-dialog.ts';

export const channelRemoveText = {
	title: 'Remove',
	torrents: (count: number) => `${count} torrents`,
	from: {
		torrents: 'from your channel',
		'playlist-torrents': (playlist: string) => `from the playlist ${playlist}`,
	},
	playlist: (name: string) => `the playlist ${name}`,
	feed: (url: string) => `the feed ${url}`,
	entry: (id: string, name: string) => `the entry ${id}${name === '' ? '' : `: ${name}`}`,
	question: (subject: string) => `Remove ${subject}?`,
	doing: (subject: string) => `Removing ${subject}`,
	done: (subject: string) => `Removed ${subject}.`,
	effects: {
		torrent: 'It also leaves the playlists. Its download stays.',
		torrents: 'They also leave the playlists. Downloads stay.',
		'playlist-torrent': 'It stays in your channel.',
		'playlist-torrents': 'They stay in your channel.',
		playlist: 'Its torrents stay in your channel.',
		feed: 'Torrents that it added stay in your channel.',
		entry: 'Its torrent leaves your channel. Downloads stay.',
	},
} as const;

/** Returns what else a removal changes. */
export function removalEffect(subject: RemovalSubject): string {
	const { effects } = channelRemoveText;
	const isOne = 'torrents' in subject && subject.torrents.length === 1;
	if (subject.what === 'torrents') return isOne ? effects.torrent : effects.torrents;
	if (subject.what === 'playlist-torrents')
		return isOne ? effects['playlist-torrent'] : effects['playlist-torrents'];
	return effects[subject.what];
}

/** Returns the subject of a removal: 'the playlist Linux'. Sanitized. */
export function removalText(subject: RemovalSubject): string {
	switch (subject.what) {
		case 'torrents':
			return `${torrentsText(subject.torrents)} ${channelRemoveText.from.torrents}`;
		case 'playlist-torrents': {
			const playlist = sanitize(subject.playlistName, 60);
			return `${torrentsText(subject.torrents)} ${channelRemoveText.from['playlist-torrents'](playlist)}`;
		}
		case 'playlist':
			return channelRemoveText.playlist(sanitize(subject.name, 100));
		case 'feed':
			return channelRemoveText.feed(sanitize(withoutSecrets(subject.url), 200));
		case 'entry':
			return channelRemoveText.entry(subject.id, sanitize(subject.name, 100));
	}
}

function torrentsText(torrents: readonly (readonly [infohash: string, name: string])[]): string {
	const [first] = torrents;
	if (torrents.length !== 1 || !first) return channelRemoveText.torrents(torrents.length);
	return sanitize(first[1] || first[0], 100);
}
