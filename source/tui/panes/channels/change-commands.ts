import { feedQueries } from '../../../state/channels/channel-queries.ts';
import { ownChannelId } from '../../../state/channels/channels.ts';
import type { State } from '../../../state/core/state.ts';
import type { FormSubject } from '../../../state/dialogs/form-dialog.ts';
import { healthDialog } from '../../../state/dialogs/health-dialog.ts';
import { metadataEntryDialog } from '../../../state/dialogs/metadata-entry-dialog.ts';
import type { SectionId } from '../../../state/surfaces/sections.ts';
import { filterTexts } from '../../dialogs/form/forms/feed.ts';
import { onlyPlaylist } from '../../dialogs/form/forms/playlist.ts';
import { openForm } from '../../dialogs/form/registry.ts';
import { type CommandContext, commandsOf, onSubject } from '../../surfaces/command.ts';
import { absentText } from './absence.ts';
import {
	channelAtCursor,
	channelsSectionOf,
	feedAtCursor,
	isOwnChannel,
	itemAtCursor,
	playlistAtCursor,
	torrentAtCursor,
	torrentSubjects,
} from './cursor-subjects.ts';
import type { RemovalSubject } from './dialogs/remove.ts';
import { shownChannel, shownPlaylist } from './shown.ts';
import { channelsText } from './texts.ts';

export const recheckFeedsText = {
	doing: 'Checking the feeds of your channel',
	done: 'The service checks the feeds of your channel.',
} as const;

/** Checks all feeds of the own channel. Their results are events. */
function recheckFeeds(channelid: string, { write }: Pick<CommandContext, 'write'>): void {
	write({
		send: (client) => client.recheckFeeds({ params: { channelid } }),
		doing: recheckFeedsText.doing,
		done: { level: 'info', text: recheckFeedsText.done },
		stale: feedQueries,
	});
}

export const changeRefusals = {
	noChannel: 'You have no channel. Press c, then n to create it.',
	hasChannel: 'You have a channel already. Press e to change it.',
	notOwn: 'Only your own channel can be changed.',
	notLoaded: 'Your channel is not loaded yet.',
	inPlaylist: 'A playlist has torrents of your channel. Press backspace for them, then l to add one to it.',
	noTorrent: 'No torrent under the cursor. Press t for the torrents.',
	noPlaylist: 'No playlist under the cursor. Press p for the playlists.',
	noFeed: 'No feed under the cursor. Press f for the feeds.',
	nothing: 'Nothing to change here.',
	noHash: 'The infohash of this item is not known.',
	noCreation: 'You have no channel. This service cannot create one here: create it in Tribler.',
	noExtension: "This service cannot do that. Only seedtop's own service can.",
	noEntry: 'The service does not report the metadata entry of this torrent.',
} as const;

/** Returns a condition or search that first requires a service with channels. */
const inChannels =
	<Found>(find: (state: State) => Found | string) =>
	(state: State): Found | string =>
		absentText(state) ? channelsText.absent : find(state);

function hasOwn({ channels, connection }: State): true | string {
	if (ownChannelId(channels) !== undefined) return true;
	if (channels.own.at === undefined) return changeRefusals.notLoaded;
	return connection.isForeign ? changeRefusals.noCreation : changeRefusals.noChannel;
}

/** Returns whether the service has our extensions, or why not. */
const hasExtensions = ({ connection }: State): true | string =>
	connection.isForeign ? changeRefusals.noExtension : true;

/** Returns whether the shown channel is the own one, or why it cannot be changed. */
function inOwn(state: State): true | string {
	const own = hasOwn(state);
	if (own !== true) return own;
	return isOwnChannel(state, shownChannel(state)?.identifier ?? '') ? true : changeRefusals.notOwn;
}

/** Id of the own channel; '' without one. */
const ownId = ({ channels }: State) => ownChannelId(channels) ?? '';

/** Returns the form that adds something in a section. */
function newSubject(section: SectionId, channel: string): FormSubject {
	if (section === 'channels-torrents') return { form: 'channel-torrent', channel };
	if (section === 'channels-playlists') return { form: 'playlist', channel, id: undefined };
	if (section === 'channels-feeds' || section === 'channels-items') return { form: 'feed', channel };
	return { form: 'channel', isNew: true };
}

const isIn = (state: State, ...sections: readonly SectionId[]) => sections.includes(channelsSectionOf(state));

/** Returns whether the section has something new to add, or why not. */
function canAdd(state: State): true | string {
	if (isIn(state, 'channels-channels', 'channels-search')) {
		const own = hasOwn(state);
		if (own === true) return changeRefusals.hasChannel;
		return own === changeRefusals.noChannel ? true : own;
	}
	if (isIn(state, 'channels-feeds', 'channels-items')) return hasOwn(state);
	const own = inOwn(state);
	if (own !== true || !isIn(state, 'channels-torrents')) return own;
	return shownPlaylist(state) ? changeRefusals.inPlaylist : hasExtensions(state);
}

/** Returns what the key for removals would remove; or why nothing. */
function removal(state: State): RemovalSubject | string {
	const channel = ownId(state);
	if (isIn(state, 'channels-feeds', 'channels-items')) {
		const feed = feedAtCursor(state);
		return feed ? { what: 'feed', channel, url: feed.url } : changeRefusals.noFeed;
	}
	const own = inOwn(state);
	if (own !== true) return own;
	if (isIn(state, 'channels-playlists')) {
		const playlist = playlistAtCursor(state);
		if (!playlist) return changeRefusals.noPlaylist;
		return { what: 'playlist', channel, playlist: String(playlist.id), name: playlist.name };
	}
	if (!isIn(state, 'channels-torrents')) return changeRefusals.nothing;
	const extended = shownPlaylist(state) ? true : hasExtensions(state);
	if (extended !== true) return extended;
	const torrents = torrentSubjects(state).map(({ torrent }) => [torrent.infohash, torrent.name] as const);
	if (torrents.length === 0) return changeRefusals.noTorrent;
	const playlist = shownPlaylist(state);
	return playlist
		? {
				what: 'playlist-torrents',
				channel,
				playlist: String(playlist.id),
				playlistName: playlist.name,
				torrents,
			}
		: { what: 'torrents', channel, torrents };
}

/** Returns what the key for changes would change: the feed's filter, the playlist, or the own channel. */
function canChange(state: State): true | string {
	if (isIn(state, 'channels-feeds', 'channels-items'))
		return feedAtCursor(state) ? hasExtensions(state) : changeRefusals.noFeed;
	const own = hasOwn(state);
	if (own !== true) return own;
	if (isIn(state, 'channels-playlists')) {
		const shown = inOwn(state);
		if (shown !== true) return shown;
		return playlistAtCursor(state) ? true : changeRefusals.noPlaylist;
	}
	if (isIn(state, 'channels-search')) return changeRefusals.nothing;
	if (isIn(state, 'channels-torrents')) return inOwn(state);
	return isOwnChannel(state, channelAtCursor(state)?.identifier ?? '') ? true : changeRefusals.notOwn;
}

/** Commands that change the own channel, and that show more about a torrent. */
export const changeCommands = commandsOf('channels', [
	{
		id: 'channels-new',
		keys: ['n'],
		title: 'Create your channel, or add a torrent, a playlist or a feed to it',
		words: 'new add create publish rss',
		hint: 'new',
		when: inChannels(canAdd),
		run: ({ state, dispatch }) => {
			const channel = ownId(state);
			dispatch({ type: 'open', dialog: openForm(newSubject(channelsSectionOf(state), channel)) });
		},
	},
	{
		id: 'channels-change',
		keys: ['e'],
		title: 'Change your channel, the playlist, or the filter of the feed',
		words: 'edit rename description download',
		hint: (state) => (isIn(state, 'channels-feeds', 'channels-items') ? 'downloads' : 'change'),
		when: inChannels(canChange),
		run: ({ state, dispatch }) => {
			const channel = ownId(state);
			const feed = feedAtCursor(state);
			if (feed) {
				const subject = { form: 'feed-filter', channel, url: feed.url } as const;
				dispatch({ type: 'open', dialog: openForm(subject, filterTexts(feed.download)) });
				return;
			}
			const playlist = playlistAtCursor(state);
			if (playlist) {
				const { id, name, description = '' } = playlist;
				const subject = { form: 'playlist', channel, id: String(id) } as const;
				dispatch({ type: 'open', dialog: openForm(subject, { name, description }) });
				return;
			}
			const own = state.channels.own.overview;
			const { name = '', description = '' } = own ?? channelAtCursor(state) ?? {};
			dispatch({
				type: 'open',
				dialog: openForm({ form: 'channel', isNew: false }, { name, description }),
			});
		},
	},
	{
		id: 'channels-recheck-feeds',
		keys: ['r'],
		title: 'Check all feeds of your channel now',
		words: 'rss refresh recheck',
		hint: (state) => (isIn(state, 'channels-feeds', 'channels-items') ? 'check' : ''),
		when: inChannels(hasOwn),
		run: (context) => recheckFeeds(ownId(context.state), context),
	},
	{
		id: 'channels-remove',
		keys: ['d', 'delete'],
		title: 'Remove the torrents, the playlist or the feed from your channel; asks first',
		words: 'delete',
		hint: (state) => (isIn(state, 'channels-items') ? 'remove feed' : 'remove'),
		...onSubject(inChannels(removal), (subject, { dispatch }) =>
			dispatch({ type: 'open', dialog: { kind: 'channel-remove', subject } }),
		),
	},
	{
		id: 'channels-to-playlist',
		scope: 'channels-torrents',
		keys: ['l'],
		title: 'Add the torrents to a playlist of your channel',
		hint: 'to playlist',
		when: inChannels((state) => {
			const own = inOwn(state);
			if (own !== true) return own;
			return torrentSubjects(state).length > 0 ? true : changeRefusals.noTorrent;
		}),
		run: ({ state, dispatch }) => {
			const torrents = torrentSubjects(state).map(({ torrent }) => [torrent.infohash, torrent.name] as const);
			const subject = { form: 'playlist-torrents', channel: ownId(state), torrents } as const;
			dispatch({ type: 'open', dialog: openForm(subject, onlyPlaylist(state, ownId(state))) });
		},
	},
	{
		id: 'channels-find',
		group: 'view',
		keys: ['S'],
		title: 'Search channels and their torrents',
		words: 'find query',
		hint: 'search',
		when: inChannels(({ connection }) => (connection.isForeign ? channelsText.searchAbsent : true)),
		run: ({ dispatch }) => dispatch({ type: 'open', dialog: openForm({ form: 'search' }) }),
	},
	{
		id: 'channels-health',
		group: 'view',
		keys: ['h'],
		title: 'Check the health of the torrent, or of any other one',
		words: 'seeders leechers swarm tracker',
		run: ({ state, dispatch }) => {
			const torrent = torrentAtCursor(state)?.torrent;
			const item = itemAtCursor(state);
			const infohash = torrent?.infohash ?? item?.infohash;
			const name = torrent?.name ?? item?.title ?? '';
			const dialog =
				infohash === undefined
					? openForm({ form: 'health' })
					: // The service knows the trackers of channels. It trusts those of a request more.
						healthDialog({ infohash, name, trackers: [] }, Date.now());
			dispatch({ type: 'open', dialog });
		},
	},
	{
		id: 'channels-entry',
		group: 'view',
		keys: ['m'],
		title: 'Show the metadata entry of the torrent',
		words: 'edit category status',
		when: inChannels((state) => {
			const subject = torrentAtCursor(state);
			if (!subject) return changeRefusals.noTorrent;
			return subject.torrent.id === undefined || subject.channel === '' ? changeRefusals.noEntry : true;
		}),
		run: ({ state, dispatch }) => {
			const subject = torrentAtCursor(state);
			if (subject?.torrent.id === undefined) return;
			const dialog = metadataEntryDialog(subject.channel, String(subject.torrent.id));
			dispatch({ type: 'open', dialog });
		},
	},
]);
