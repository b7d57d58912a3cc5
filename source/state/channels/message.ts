import { type ChannelsSlice, type ChosenPlaylist, initialChannels } from './channels.ts';
import { beginSearch } from './search.ts';

/** Another content for the channels pane. */
export type ChannelsMessage =
	/** Shows the torrents and playlists of a channel. */
	| { readonly type: 'choose-channel'; readonly id: string }
	/** Shows the torrents of a playlist, or all of its channel. */
	| { readonly type: 'choose-playlist'; readonly playlist: ChosenPlaylist | undefined }
	/** Shows the items of a feed. */
	| { readonly type: 'choose-feed'; readonly url: string }
	/** A search was sent to the service. */
	| { readonly type: 'search'; readonly query: string; readonly at: number }
	/** Turns the family filter on or off. */
	| { readonly type: 'family-filter' };

export function updateChannels(channels: ChannelsSlice, message: ChannelsMessage): ChannelsSlice {
	switch (message.type) {
		case 'choose-channel':
			return { ...channels, chosen: message.id, playlist: undefined };
		case 'choose-playlist': {
			const { playlist } = message;
			return { ...channels, chosen: playlist?.channel ?? channels.chosen, playlist };
		}
		case 'choose-feed':
			return { ...channels, feed: message.url, items: initialChannels.items };
		case 'search':
			return { ...channels, search: beginSearch(channels.search, message.query, message.at) };
		case 'family-filter':
			return { ...channels, isUnfiltered: !channels.isUnfiltered };
	}
}
