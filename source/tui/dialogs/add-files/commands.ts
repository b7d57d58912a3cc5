import type { Command } from '../../commands/command.ts';
import { listKeys, moveCommands } from '../../commands/move-commands.ts';
import { treeCommands } from '../../panes/downloads/tabs/files/commands.ts';
import { treeRowsOf } from './rows.ts';

/** What can be done while the files of a .torrent are chosen: what can be in the tree of a download, by the same keys. */
export const addFilesCommands: readonly Command[] = [
	{
		id: 'add-files-close',
		scope: 'add-files',
		keys: ['escape', 'q'],
		title: 'Back, with these files',
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
