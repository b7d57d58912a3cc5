import type { Column } from '../../../../../columns/column.ts';
import { numberColumn, rankedColumn } from '../../../../../columns/declare.ts';
import { type Facts, factLines } from '../../../../../columns/facts.ts';
import { amount, decimal, textOrDash } from '../../../../../columns/figures.ts';
import type { Playlist } from '../../../../../protocol/resources/channel.ts';
import type { State } from '../../../../../state/core/state.ts';
import { keyedKind } from '../../../../../state/list/rows.ts';
import { flashTone } from '../../../../sections/flash.ts';
import { liveRows } from '../../../../sections/live-rows.ts';
import type { SurfaceText } from '../../../../surfaces/surface.ts';
import { absentText, noDataText } from '../../absence.ts';
import { channelSection } from '../../channel-section.ts';
import { nameColumn, optionalTextColumn, sizeColumn } from '../../columns.ts';
import { channelLegends } from '../../legend.ts';
import { channelListQueries, playlistsQuery } from '../../queries.ts';
import { type PlaylistRow, playlistsData } from '../../rows.ts';
import { shownChannel, shownChannelName, shownPlaylists } from '../../shown.ts';
import { channelsText } from '../../texts.ts';

/** Returns the size of all its torrents, bytes; undefined if it is unknown. */
function sizeOf({ torrents }: Playlist): number | undefined {
	return torrents?.reduce((sum, { size = 0 }) => sum + Math.max(0, size), 0);
}

const playlistColumns: readonly Column<PlaylistRow>[] = [
	nameColumn('name', 'PLAYLIST', ({ item }) => item.name),
	{
		...rankedColumn<PlaylistRow>('torrents', 'TORRENTS', 8, 0, ({ item }) => item.torrents?.length),
		tone: flashTone,
	},
	{
		...sizeColumn<PlaylistRow>(1, ({ item }) => sizeOf(item)),
		value: ({ item }) => amount(sizeOf(item)),
	},
	{
		...optionalTextColumn<PlaylistRow>('description', 'DESCRIPTION', 24, 2, ({ item }) => item.description),
		wideWidth: 60,
	},
	{
		...numberColumn<PlaylistRow>('id', 'ID', 6, 3, ({ item }) => decimal(item.id)),
		sortKey: ({ item }) => item.id,
	},
];

const playlistKind = keyedKind<PlaylistRow>(
	playlistColumns,
	({ item }) => `${item.name} ${item.description ?? ''}`,
);

export const playlistRows = liveRows<PlaylistRow>(
	playlistsData,
	playlistKind,
	(state) => shownPlaylists(state).list,
);

function messageOf(state: State): SurfaceText | undefined {
	if (shownPlaylists(state).list.length > 0) return undefined;
	const absent = absentText(state);
	if (absent) return absent;
	const channel = shownChannelName(state);
	if (channel === undefined)
		return { id: 'no channel', lines: [channelsText.noChannel, channelsText.noChannelHint] };
	return (
		noDataText('the playlists', shownPlaylists(state), state) ?? {
			id: 'none',
			lines: [
				channelsText.noPlaylists(channel),
				...(shownChannel(state)?.own ? [channelsText.addPlaylistHint] : []),
			],
		}
	);
}

/** Number of torrents that the facts name. */
const NAMED_TORRENTS = 4;

/** Returns the facts of a playlist: its description and its first torrents. */
function playlistFacts({ item: { description, torrents = [] } }: PlaylistRow): Facts {
	const more = torrents.length - NAMED_TORRENTS;
	return [
		['about', textOrDash(description)],
		...torrents
			.slice(0, NAMED_TORRENTS)
			.map(({ name, infohash }, index) => [index === 0 ? 'torrents' : '', name || infohash] as const),
		...(more > 0 ? [['', `${more} more`] as const] : []),
	];
}

/** The playlists of the shown channel. */
export const playlistsSection = channelSection<PlaylistRow>({
	id: 'channels-playlists',
	title: 'Playlists',
	hotkey: 'p',
	noun: 'playlist',
	kind: playlistKind,
	columns: playlistColumns,
	rows: playlistRows,
	sampled: shownPlaylists,
	heading: (state) => {
		const channel = shownChannelName(state);
		return channel === undefined ? '' : channelsText.channel(channel);
	},
	message: messageOf,
	below: (row) => factLines(playlistFacts(row)),
	legend: channelLegends.playlists,
	queries: [...channelListQueries(true), playlistsQuery()],
});
