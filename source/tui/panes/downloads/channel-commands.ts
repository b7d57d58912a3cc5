import type { State } from '../../../state/core/state.ts';
import { filteredOutDownloads, noSubject, subjectsOf } from '../../../state/downloads/selection.ts';
import type { Command } from '../../surfaces/command.ts';
import { addToChannel } from './add-to-channel.ts';

export const channelCommandsText = {
	foreign: "This service cannot add downloads to a channel. Only seedtop's own service can.",
	filteredOut: (count: number) =>
		`${count} selected ${count === 1 ? 'download is' : 'downloads are'} filtered out. Clear the filter with esc first.`,
} as const;

/** Returns whether downloads can be added. A channel is public, so no invisible download is added. */
function canAdd({ connection, downloads }: State): true | string {
	if (connection.isForeign) return channelCommandsText.foreign;
	const none = noSubject(downloads);
	if (none !== undefined) return none;
	const hidden = filteredOutDownloads(downloads, subjectsOf(downloads));
	return hidden === 0 ? true : channelCommandsText.filteredOut(hidden);
}

/** Commands that publish downloads. */
export const channelCommands: readonly Command[] = [
	{
		id: 'add-to-channel',
		scope: 'downloads',
		keys: ['alt-c'],
		title: 'Add the download to your channel, which other services see',
		words: 'publish share torrent',
		when: canAdd,
		run: (context) => addToChannel(subjectsOf(context.state.downloads), context),
	},
];
