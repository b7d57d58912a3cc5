import type { Client } from '../../../../client/client.ts';
import { sanitize } from '../../../../format/sanitize.ts';
import { withoutSecrets } from '../../../../format/without-secrets.ts';
import {
	channelQueries,
	feedQueries,
	playlistQueries,
	torrentQueries,
} from '../../../../state/channels/channel-queries.ts';
import { question } from '../../../dialogs/questions/question.tsx';

/** Infohash and name of each torrent. Names are untrusted. */
type Torrents = readonly (readonly [infohash: string, name: string])[];

/** Subject of a removal from the own channel, or an entry. Names are untrusted. */
export type RemovalSubject =
	| { readonly what: 'torrents'; readonly channel: string; readonly torrents: Torrents }
	| {
			readonly what: 'playlist-torrents';
			readonly channel: string;
			readonly playlist: string;
			readonly playlistName: string;
			readonly torrents: Torrents;
	  }
	| {
			readonly what: 'playlist';
			readonly channel: string;
			readonly playlist: string;
			readonly name: string;
	  }
	| { readonly what: 'feed'; readonly channel: string; readonly url: string }
	/** `id`: decimal digits. */
	| { readonly what: 'entry'; readonly publicKey: string; readonly id: string; readonly name: string };

declare module '../../../../state/surfaces/dialogs.ts' {
	interface DialogKinds {
		'channel-remove': { readonly kind: 'channel-remove'; readonly subject: RemovalSubject };
	}
}

export const channelRemoveText = {
	torrents: (count: number) => `${count} torrents`,
	fromChannel: (torrents: string) => `${torrents} from your channel`,
	fromPlaylist: (torrents: string, playlist: string) => `${torrents} from the playlist ${playlist}`,
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

const text = channelRemoveText;

/** Asks before something is removed from a channel. */
export const channelRemoveDialog = question('channel-remove', {
	title: 'Remove from a channel',
	heading: () => 'Remove',
	asks: ({ subject }) => text.question(removalOf(subject).subject),
	effects: ({ subject }) => [{ children: removalOf(subject).effect, token: 'faint' }],
	answers: [
		{
			id: 'channel-remove-do',
			keys: ['y', 'enter'],
			title: 'Remove it',
			hint: 'remove',
			run: ({ dispatch, writeAll }, { subject }) => {
				// The entry below the question will be gone.
				if (subject.what === 'entry') dispatch({ type: 'close-dialog', kind: 'metadata-entry' });
				const removal = removalOf(subject);
				const doing = text.doing(removal.subject);
				writeAll({
					requests: removal.requests.map((send) => ({ send, doing, isDoneIfMissing: true })),
					doing,
					done: { level: 'info', text: text.done(removal.subject) },
					stale: [...channelQueries, ...torrentQueries, ...playlistQueries, ...feedQueries],
				});
			},
		},
	],
	keep: { id: 'channel-remove-keep', title: 'Keep it', hint: 'keep' },
});

interface Removal {
	/** 'the playlist Linux'. Sanitized. */
	readonly subject: string;
	/** Further changes, as a sentence. */
	readonly effect: string;
	readonly requests: readonly ((client: Client) => Promise<unknown>)[];
}

/** Returns the texts and the requests of a removal. */
export function removalOf(subject: RemovalSubject): Removal {
	switch (subject.what) {
		case 'torrents': {
			const { channel: channelid, torrents } = subject;
			return {
				subject: text.fromChannel(torrentsText(torrents)),
				effect: text.effects[torrents.length === 1 ? 'torrent' : 'torrents'],
				requests: torrents.map(
					([infohash]) =>
						(client) =>
							client.removeChannelTorrent({ params: { channelid, infohash } }),
				),
			};
		}
		case 'playlist-torrents': {
			const { channel: channelid, playlist: playlistid, playlistName, torrents } = subject;
			return {
				subject: text.fromPlaylist(torrentsText(torrents), sanitize(playlistName, 60)),
				effect: text.effects[torrents.length === 1 ? 'playlist-torrent' : 'playlist-torrents'],
				requests: torrents.map(
					([infohash]) =>
						(client) =>
							client.removeFromPlaylist({ params: { channelid, playlistid, infohash } }),
				),
			};
		}
		case 'playlist': {
			const params = { channelid: subject.channel, playlistid: subject.playlist };
			return {
				subject: text.playlist(sanitize(subject.name, 100)),
				effect: text.effects.playlist,
				requests: [(client) => client.removePlaylist({ params })],
			};
		}
		case 'feed': {
			const params = { channelid: subject.channel, feed_url: subject.url };
			return {
				subject: text.feed(sanitize(withoutSecrets(subject.url), 200)),
				effect: text.effects.feed,
				requests: [(client) => client.removeFeed({ params })],
			};
		}
		case 'entry': {
			const { publicKey: public_key, id, name } = subject;
			return {
				subject: text.entry(id, sanitize(name, 100)),
				effect: text.effects.entry,
				requests: [(client) => client.removeEntries({ body: [{ public_key, id: BigInt(id) }] })],
			};
		}
	}
}

function torrentsText(torrents: Torrents): string {
	const [first] = torrents;
	if (torrents.length !== 1 || !first) return text.torrents(torrents.length);
	return sanitize(first[1] || first[0], 100);
}
