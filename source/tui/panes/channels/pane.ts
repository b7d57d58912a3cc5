import { paneOfSections } from '../../sections/pane-of-sections.ts';
import { addCommands } from './add-commands.ts';
import { changeCommands } from './change-commands.ts';
import { openCommands } from './open-commands.ts';
import { channelsSection } from './sections/channels/section.ts';
import { feedsSection } from './sections/feeds/section.ts';
import { itemsSection } from './sections/items/section.ts';
import { playlistsSection } from './sections/playlists/section.ts';
import { searchSection } from './sections/search/section.ts';
import { torrentsSection } from './sections/torrents/section.ts';

/** The own channel and those of others: torrents, playlists, feeds and search. */
export const channelsPane = paneOfSections({
	id: 'channels',
	title: 'Channels',
	hotkey: '5',
	words: 'channel torrent playlist rss feed item search publish discover subscribe',
	commands: [...openCommands, ...addCommands, ...changeCommands],
	sections: [channelsSection, torrentsSection, playlistsSection, feedsSection, itemsSection, searchSection],
});
