import { noRows } from '../../../state/list/rows.ts';
import type { SectionId } from '../../../state/surfaces/sections.ts';
import { type Command, type CommandContext, onSubject } from '../../surfaces/command.ts';
import {
	channelAtCursor,
	channelsSectionOf,
	feedAtCursor,
	playlistAtCursor,
	torrentAtCursor,
} from './cursor-subjects.ts';
import { itemsData, torrentsData } from './rows.ts';
import { shownChannelId } from './shown.ts';

const openText = {
	noChannel: 'No channel to open.',
	noPlaylist: 'No playlist to open.',
	noFeed: 'No feed to open.',
	noFound: 'No result to open.',
	unknownChannel: 'The service does not report the channel of this torrent.',
	allShown: 'All torrents of the channel are shown already.',
	inTorrents: 'Only the torrents of a playlist can be left. Press p for the playlists.',
	filter: { on: 'The family filter is on.', off: 'The family filter is off.' },
} as const;

/** Shows the torrents of a channel, or of one of its playlists. Their filter and selection are reset. */
function openTorrents({ state, dispatch }: CommandContext): void {
	dispatch(torrentsData.message(state, { ...noRows, sort: torrentsData.of(state).sort }));
	show('channels-torrents', { state, dispatch });
}

function show(section: SectionId, { state, dispatch }: Pick<CommandContext, 'state' | 'dispatch'>): void {
	if (channelsSectionOf(state) !== section) dispatch({ type: 'section', pane: 'channels', section });
}

function openChannel(id: string, context: CommandContext): void {
	context.dispatch({ type: 'channels', what: { type: 'choose-channel', id } });
	openTorrents(context);
}

/** Commands that open the row under the cursor. */
export const openCommands: readonly Command[] = [
	{
		id: 'channels-open-channel',
		group: 'move',
		scope: 'channels-channels',
		keys: ['enter'],
		title: 'Show the torrents of the channel',
		hint: 'torrents',
		...onSubject(
			(state) => channelAtCursor(state) ?? openText.noChannel,
			(channel, context) => openChannel(channel.identifier, context),
		),
	},
	{
		id: 'channels-open-playlist',
		group: 'move',
		scope: 'channels-playlists',
		keys: ['enter'],
		title: 'Show the torrents of the playlist',
		hint: 'torrents',
		...onSubject(
			(state) => playlistAtCursor(state) ?? openText.noPlaylist,
			({ id }, context) => {
				const channel = shownChannelId(context.state);
				if (channel === undefined) return;
				context.dispatch({ type: 'channels', what: { type: 'choose-playlist', playlist: { channel, id } } });
				openTorrents(context);
			},
		),
	},
	{
		id: 'channels-all-torrents',
		group: 'view',
		scope: 'channels-torrents',
		keys: ['backspace'],
		title: 'Show all torrents of the channel instead of a playlist',
		hint: 'all torrents',
		when: (state) => (state.channels.playlist ? true : openText.allShown),
		run: ({ dispatch }) =>
			dispatch({ type: 'channels', what: { type: 'choose-playlist', playlist: undefined } }),
	},
	{
		id: 'channels-open-feed',
		group: 'move',
		scope: 'channels-feeds',
		keys: ['enter'],
		title: 'Show the items of the feed',
		hint: 'items',
		...onSubject(
			(state) => feedAtCursor(state) ?? openText.noFeed,
			({ url }, { state, dispatch }) => {
				dispatch({ type: 'channels', what: { type: 'choose-feed', url } });
				dispatch(itemsData.message(state, { ...noRows, sort: itemsData.of(state).sort }));
				show('channels-items', { state, dispatch });
			},
		),
	},
	{
		id: 'channels-open-found',
		group: 'move',
		scope: 'channels-search',
		keys: ['enter'],
		title: 'Show the torrents of the found channel, or of the channel of the found torrent',
		hint: 'channel',
		when: (state) => {
			if (channelAtCursor(state)) return true;
			const torrent = torrentAtCursor(state);
			if (!torrent) return openText.noFound;
			return torrent.channel === '' ? openText.unknownChannel : true;
		},
		run: (context) => {
			const { state } = context;
			const id = channelAtCursor(state)?.identifier ?? torrentAtCursor(state)?.channel;
			if (id) openChannel(id, context);
		},
	},
	{
		id: 'channels-family-filter',
		group: 'view',
		scope: 'channels',
		keys: ['u'],
		title: 'Turn the family filter on or off',
		words: 'adult xxx',
		run: ({ state, dispatch }) => {
			const text = state.channels.isUnfiltered ? openText.filter.on : openText.filter.off;
			dispatch({ type: 'channels', what: { type: 'family-filter' } });
			dispatch({ type: 'mention', news: { level: 'info', text }, at: Date.now() });
		},
	},
];
