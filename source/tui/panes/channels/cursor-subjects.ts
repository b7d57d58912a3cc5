import type { FeedItem, Playlist, RssFeed } from '../../../protocol/resources/channel.ts';
import { ownChannelId } from '../../../state/channels/channels.ts';
import type { KnownChannel, KnownTorrent } from '../../../state/channels/known.ts';
import type { State } from '../../../state/core/state.ts';
import { currentRow } from '../../../state/list/list.ts';
import type { RowKind, Rows } from '../../../state/list/rows.ts';
import { selectedRows } from '../../../state/list/selection.ts';
import type { SectionId } from '../../../state/surfaces/sections.ts';
import { channelRows } from './sections/channels/section.ts';
import { feedRows } from './sections/feeds/section.ts';
import { itemKind, itemRows } from './sections/items/section.ts';
import { playlistRows } from './sections/playlists/section.ts';
import { foundKind, foundRows } from './sections/search/section.ts';
import { torrentKind } from './sections/torrents/columns.ts';
import { torrentRows } from './sections/torrents/section.ts';
import { shownChannel, shownFeed, shownPlaylist } from './shown.ts';

/** Returns the visible section of the channels. */
export function channelsSectionOf({ sections }: Pick<State, 'sections'>): SectionId {
	return sections.shown.channels ?? 'channels-channels';
}

/** A torrent, and the channel that has it. */
interface TorrentSubject {
	readonly torrent: KnownTorrent;
	/** Id of the channel; '' if it is unknown. */
	readonly channel: string;
	/** Whether it is the user's own channel. */
	readonly isOwn: boolean;
}

/** Whether a channel is the user's own one. */
export function isOwnChannel({ channels }: Pick<State, 'channels'>, id: string): boolean {
	const own = ownChannelId(channels);
	return own !== undefined && own !== '' && own.toLowerCase() === id.toLowerCase();
}

/** Returns the channel under the cursor. In sections with contents of one channel, returns that one. */
export function channelAtCursor(state: State): KnownChannel | undefined {
	const section = channelsSectionOf(state);
	if (section === 'channels-channels') return currentRow(channelRows.of(state))?.item;
	if (section === 'channels-search') {
		const found = currentRow(foundRows.of(state))?.item;
		return found?.kind === 'channel' ? found.channel : undefined;
	}
	const hasContents = section === 'channels-torrents' || section === 'channels-playlists';
	return hasContents ? shownChannel(state) : undefined;
}

/** Returns the torrent under the cursor. */
export function torrentAtCursor(state: State): TorrentSubject | undefined {
	return torrentsOf(state, (_, rows) => {
		const row = currentRow(rows);
		return row === undefined ? [] : [row];
	})[0];
}

/** Returns the selected torrents, or the one under the cursor if none is selected. */
export function torrentSubjects(state: State): readonly TorrentSubject[] {
	return torrentsOf(state, subjectRows);
}

/** Returns the selected rows, or the row under the cursor if none is selected. */
function subjectRows<Row>(kind: RowKind<Row>, rows: Rows<Row>): readonly Row[] {
	const selected = selectedRows(kind, rows);
	const row = currentRow(rows);
	return selected.length > 0 ? selected : row === undefined ? [] : [row];
}

function torrentsOf(
	state: State,
	choose: <Row>(kind: RowKind<Row>, rows: Rows<Row>) => readonly Row[],
): readonly TorrentSubject[] {
	const section = channelsSectionOf(state);
	if (section === 'channels-torrents') {
		const channel = shownChannel(state);
		const id = channel?.identifier ?? '';
		const isOwn = channel?.own ?? false;
		return choose(torrentKind, torrentRows.of(state)).map(({ item }) => ({
			torrent: item,
			channel: id,
			isOwn,
		}));
	}
	if (section !== 'channels-search') return [];
	return choose(foundKind, foundRows.of(state)).flatMap(({ item }) =>
		item.kind === 'torrent'
			? [{ torrent: item.torrent, channel: item.channel, isOwn: isOwnChannel(state, item.channel) }]
			: [],
	);
}

/** Returns the playlist under the cursor, or the one whose torrents are shown. */
export function playlistAtCursor(state: State): Playlist | undefined {
	const section = channelsSectionOf(state);
	if (section === 'channels-torrents') return shownPlaylist(state);
	return section === 'channels-playlists' ? currentRow(playlistRows.of(state))?.item : undefined;
}

/** Returns the feed under the cursor, or the one whose items are shown. */
export function feedAtCursor(state: State): RssFeed | undefined {
	const section = channelsSectionOf(state);
	if (section === 'channels-items') return shownFeed(state);
	return section === 'channels-feeds' ? currentRow(feedRows.of(state))?.item : undefined;
}

/** Returns the item under the cursor. */
export function itemAtCursor(state: State): FeedItem | undefined {
	if (channelsSectionOf(state) !== 'channels-items') return undefined;
	return currentRow(itemRows.of(state))?.item;
}

/** Returns the selected items, or the one under the cursor if none is selected. */
export function itemSubjects(state: State): readonly FeedItem[] {
	if (channelsSectionOf(state) !== 'channels-items') return [];
	return subjectRows(itemKind, itemRows.of(state)).map(({ item }) => item);
}
