import type { Command } from '../../commands/command.ts';
import { listKeys, moveCommands } from '../../commands/move-commands.ts';
import { treeCommands } from '../../panes/downloads/tabs/files/commands.ts';
import { treeRowsOf } from './rows.ts';

/** Commands of the file selection of a .torrent. They have the same keys as in the file tree of a download. */
export const addFilesCommands: readonly Command[] = [
	{
		id: 'add-files-close',
		scope: 'add-files',
		keys: ['escape', 'q'],
		title: 'Use these files and go back',
		hint: 'done',
		run: ({ dispatch }) => dispatch({ type: 'close' }),
	},
	...treeCommands('add-files', 'add-files'),
	...moveCommands({
		scope: 'add-files',
		prefix: 'add-files',
		keys: listKeys,
		measure: ({ screenRows }) => ({ page: treeRowsOf(screenRows) }),
	}),
];
