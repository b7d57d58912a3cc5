import { factLines } from '../../../../../columns/facts.ts';
import { textOrDash } from '../../../../../columns/figures.ts';
import type { Sampled } from '../../../../../state/connection/sampled.ts';
import type { State } from '../../../../../state/core/state.ts';
import { liveRows } from '../../../../sections/live-rows.ts';
import { createLines, isMissing, noDataText } from '../../absence.ts';
import { channelSection } from '../../channel-section.ts';
import { channelLegends } from '../../legend.ts';
import { channelListQueries } from '../../queries.ts';
import { type ChannelRow, channelsData } from '../../rows.ts';
import { channelRowsOf } from '../../shown.ts';
import { channelsText } from '../../texts.ts';
import { timedRows } from '../../timed-rows.ts';
import { channelColumns, channelKind } from './columns.ts';

export const channelRows = liveRows<ChannelRow>(channelsData, channelKind, channelRowsOf);

/** Returns the condition of the list; that of the own channel where the service has no list. */
function sampledChannels({ channels: { own, listed } }: Pick<State, 'channels'>): Sampled {
	return isMissing(listed) ? own : listed;
}

/** The own channel, and those of others. */
export const channelsSection = channelSection<ChannelRow>({
	id: 'channels-channels',
	title: 'Channels',
	hotkey: 'c',
	noun: 'channel',
	kind: channelKind,
	columns: channelColumns,
	rows: channelRows,
	sampled: sampledChannels,
	timed: timedRows<ChannelRow>(),
	message: (state) =>
		channelRowsOf(state).length > 0
			? undefined
			: (noDataText('the channels', sampledChannels(state), state) ?? {
					id: 'none',
					lines: [channelsText.none, channelsText.noneHint, ...createLines(state)],
				}),
	below: ({ item: { identifier, description } }) =>
		factLines([
			['id', textOrDash(identifier)],
			['about', textOrDash(description)],
		]),
	legend: channelLegends.channels,
	queries: channelListQueries(),
});
