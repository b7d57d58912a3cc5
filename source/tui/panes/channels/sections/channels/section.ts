import type { Column } from '../../../../../columns/column.ts';
import { rankedColumn, textColumn } from '../../../../../columns/declare.ts';
import { factLines } from '../../../../../columns/facts.ts';
import { textOrDash } from '../../../../../columns/figures.ts';
import type { Sampled } from '../../../../../state/connection/sampled.ts';
import type { State } from '../../../../../state/core/state.ts';
import { keyedKind } from '../../../../../state/list/rows.ts';
import { flashTone } from '../../../../sections/flash.ts';
import { liveRows } from '../../../../sections/live-rows.ts';
import { createLines, isMissing, noDataText } from '../../absence.ts';
import { channelSection } from '../../channel-section.ts';
import { ageColumn, nameColumn, optionalTextColumn } from '../../columns.ts';
import { channelLegends } from '../../legend.ts';
import { channelListQueries } from '../../queries.ts';
import { type ChannelRow, channelsData } from '../../rows.ts';
import { channelRowsOf } from '../../shown.ts';
import { channelsText } from '../../texts.ts';
import { timedRows } from '../../timed-rows.ts';

const kindOf = ({ item }: ChannelRow): string => (item.own ? 'own' : 'other');

const channelColumns: readonly Column<ChannelRow>[] = [
	{
		...textColumn<ChannelRow>('kind', 'KIND', 5, 1, kindOf),
		sortKey: kindOf,
		greatestFirst: true,
		tone: ({ item }) => (item.own ? 'good' : 'normal'),
	},
	nameColumn('name', 'CHANNEL', ({ item }) => item.name),
	{ ...rankedColumn<ChannelRow>('torrents', 'TORRENTS', 8, 1, ({ item }) => item.torrents), tone: flashTone },
	ageColumn('changed', 'CHANGED', 7, 2, ({ item }) => item.updated),
	{
		...optionalTextColumn<ChannelRow>('description', 'DESCRIPTION', 24, 3, ({ item }) => item.description),
		wideWidth: 60,
	},
];

const channelKind = keyedKind<ChannelRow>(
	channelColumns,
	({ item }) => `${item.name} ${item.description ?? ''}`,
);

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
