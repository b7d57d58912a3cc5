import { factLines } from '../../../../../columns/facts.ts';
import { textOrDash } from '../../../../../columns/figures.ts';
import { sanitize } from '../../../../../format/sanitize.ts';
import { withoutSecrets } from '../../../../../format/without-secrets.ts';
import { contentsOf } from '../../../../../state/channels/channels.ts';
import type { KnownTorrent } from '../../../../../state/channels/known.ts';
import type { Sampled } from '../../../../../state/connection/sampled.ts';
import type { State } from '../../../../../state/core/state.ts';
import { liveRows } from '../../../../sections/live-rows.ts';
import type { SurfaceText } from '../../../../surfaces/surface.ts';
import { absentText, isMissing, noDataText } from '../../absence.ts';
import { channelSection } from '../../channel-section.ts';
import { channelLegends } from '../../legend.ts';
import { channelListQueries, playlistsQuery, torrentsQuery } from '../../queries.ts';
import { type TorrentRow, torrentsData } from '../../rows.ts';
import {
	shownChannel,
	shownChannelId,
	shownChannelName,
	shownPlaylist,
	shownPlaylists,
	shownTorrents,
} from '../../shown.ts';
import { channelsText } from '../../texts.ts';
import { timedRows } from '../../timed-rows.ts';
import { downloadFact, nameFact } from '../../torrent-facts.ts';
import { torrentColumns, torrentKind } from './columns.ts';

export const torrentRows = liveRows<TorrentRow>(torrentsData, torrentKind, shownTorrents);

/** Returns the condition of the torrents: that of the playlists, if they alone have them. */
function sampledTorrents(state: State): Sampled {
	const contents = contentsOf(state.channels, shownChannelId(state) ?? '');
	return shownPlaylist(state) || isMissing(contents) ? shownPlaylists(state) : contents;
}

function whyNoTorrents(state: State): SurfaceText {
	const channel = shownChannel(state);
	const playlist = shownPlaylist(state);
	if (playlist) {
		const hint = channel?.own ? [channelsText.fillPlaylistHint] : [];
		const name = sanitize(playlist.name, 40);
		return { id: 'empty playlist', lines: [channelsText.emptyPlaylist(name), ...hint] };
	}
	if (isMissing(contentsOf(state.channels, shownChannelId(state) ?? '')))
		return { id: 'unlisted', lines: [channelsText.unlisted, channelsText.unlistedHint] };
	const add = channel?.own ? [channelsText.addTorrentHint] : [];
	const isFiltered = !state.channels.isUnfiltered && channel?.torrents !== 0;
	const hint = isFiltered ? [channelsText.noTorrentsHint] : [];
	return { id: 'none', lines: [channelsText.noTorrents(shownChannelName(state) ?? ''), ...add, ...hint] };
}

function messageOf(state: State): SurfaceText | undefined {
	if (shownTorrents(state).length > 0) return undefined;
	const absent = absentText(state);
	if (absent) return absent;
	if (!shownChannel(state))
		return { id: 'no channel', lines: [channelsText.noChannel, channelsText.noChannelHint] };
	const contents = contentsOf(state.channels, shownChannelId(state) ?? '');
	// Other channels of services in the field have no playlists to read.
	if (isMissing(contents) && shownPlaylists(state).failure) return whyNoTorrents(state);
	return noDataText('the torrents', sampledTorrents(state), state) ?? whyNoTorrents(state);
}

/** Returns the names of the shown channel and playlist. */
function heading(state: State): string {
	const channel = shownChannelName(state);
	if (channel === undefined) return '';
	const playlist = shownPlaylist(state);
	return [
		channelsText.channel(channel),
		...(playlist ? [channelsText.playlist(sanitize(playlist.name, 40))] : []),
		...(state.channels.isUnfiltered ? [channelsText.unfiltered] : []),
	].join('  ');
}

/** Maximum trackers of the facts. */
const MAX_TRACKERS = 3;

/** Returns the facts of a torrent that its row may not have. */
export function torrentFacts(
	{ name, infohash, trackers, feed, id }: KnownTorrent,
	state: State,
	columns: number,
): string[] {
	const more = trackers.length - MAX_TRACKERS;
	const shown = trackers.slice(0, MAX_TRACKERS).map((url) => withoutSecrets(url));
	return factLines([
		...nameFact('name', name, columns),
		...downloadFact(state, infohash),
		['infohash', infohash],
		['trackers', textOrDash([...shown, ...(more > 0 ? [`${more} more`] : [])].join(' '))],
		...(feed === undefined ? [] : [['feed', withoutSecrets(feed)] as const]),
		...(id === undefined ? [] : [['entry', String(id)] as const]),
	]);
}

/** The torrents of the shown channel, or of one of its playlists. */
export const torrentsSection = channelSection<TorrentRow>({
	id: 'channels-torrents',
	title: 'Torrents',
	hotkey: 't',
	noun: 'torrent',
	kind: torrentKind,
	columns: torrentColumns,
	rows: torrentRows,
	isSelectable: true,
	sampled: sampledTorrents,
	heading,
	timed: timedRows<TorrentRow>(),
	message: messageOf,
	below: ({ item }, state, width) => torrentFacts(item, state, width),
	legend: channelLegends.torrents,
	queries: [...channelListQueries(true), torrentsQuery, playlistsQuery(true)],
});
