import type { Download } from '../../../protocol/resources/download.ts';
import { isChecking, missingList } from '../../../state/downloads/downloads.ts';
import { filteredOutDownloads, subjectsOf } from '../../../state/downloads/selection.ts';
import type { Subject } from '../../../state/surfaces/dialogs.ts';
import { currentPlace } from '../../dialogs/add/place.ts';
import { type Command, commandsOf } from '../../surfaces/command.ts';
import { announceCommand } from './announce-command.ts';
import { askingCommands, changeCommand, someSubject } from './change-commands.ts';
import { channelCommands } from './channel-commands.ts';
import { dataCommands } from './data-commands.ts';
import { exportCommands } from './export-commands.ts';
import { labelCommand, orderCommand, renameCommand, seedingCommand } from './property-commands.ts';
import { queueCommands } from './queue-commands.ts';
import { tabCommands } from './tab-commands.ts';
import { tabs } from './tabs/registry.ts';
import { undoCommands } from './undo-commands.ts';
import { viewCommands } from './view-commands.ts';

/** While the progress is unknown, and during a hash check, the amount of data may be all of it. */
function subjectOf(download: Download): Subject {
	const { infohash, name, status, destination } = download;
	// Unknown values appear as a dash.
	const { progress, size = Number.NaN, ratio = Number.NaN } = download;
	const bytes = progress === undefined || isChecking(status) ? size : Math.round(size * progress);
	return { infohash, name, bytes, size, ratio, status, destination };
}

/** Returns a command that is refused with the reason why there is no list, if that is why it is unavailable. */
function requireList(command: Command): Command {
	const { when } = command;
	if (!when) return command;
	return {
		...command,
		when: (state) => {
			const available = when(state);
			return available === true ? true : (missingList(state) ?? available);
		},
	};
}

/** Commands of the downloads pane and its tabs. */
const commands = commandsOf('downloads', [
	{
		id: 'add',
		keys: ['a', 'insert'],
		title: 'Add a download: path, magnet link or URL',
		words: 'new open paste torrent',
		hint: 'add',
		isProminent: true,
		run: ({ dispatch }) =>
			dispatch({ type: 'adding', what: { type: 'begin', text: '', place: currentPlace() } }),
	},
	changeCommand(
		{ id: 'stop', keys: ['s'], title: 'Stop the download', words: 'pause', hint: 'stop' },
		{ kind: 'state', state: 'stop' },
	),
	changeCommand(
		{ id: 'resume', keys: ['r'], title: 'Resume the download', words: 'start unpause', hint: 'resume' },
		{ kind: 'state', state: 'resume' },
	),
	changeCommand(
		{
			id: 'recheck',
			keys: ['c'],
			title: 'Check the data on the disk again',
			words: 'recheck verify hash',
			hint: 'recheck',
		},
		{ kind: 'state', state: 'recheck' },
	),
	{
		id: 'remove',
		keys: ['d', 'delete'],
		title: 'Remove the download, with or without its data',
		words: 'delete erase rm',
		hint: 'remove',
		when: someSubject,
		run: ({ state: { downloads }, dispatch }) => {
			const asked = subjectsOf(downloads);
			const hidden = filteredOutDownloads(downloads, asked);
			dispatch({ type: 'open', dialog: { kind: 'remove', subjects: asked.map(subjectOf), hidden } });
		},
	},
	...askingCommands,
	labelCommand,
	renameCommand,
	announceCommand,
	...dataCommands,
	...queueCommands,
	seedingCommand,
	orderCommand,
	...undoCommands,
	...viewCommands,
	...tabCommands,
	...exportCommands,
	...channelCommands,
	...Object.values(tabs).flatMap((tab): readonly Command[] => tab.commands),
]);

export const downloadCommands: readonly Command[] = commands.map(requireList);
