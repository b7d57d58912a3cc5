import { listKeys, moveCommands } from '../../commands/move-commands.ts';
import { treeCommands } from '../../panes/downloads/tabs/files/commands.ts';
import { closeCommand, dialogCommands } from '../dialog-commands.ts';
import { treeRowsOf } from './rows.ts';

/** Commands of the file selection of a .torrent. They have the same keys as in the file tree of a download. */
export const addFilesCommands = dialogCommands('add-files', [
	closeCommand('add-files-close', ['escape', 'q'], 'Use these files and go back', 'done'),
	...treeCommands('add-files', 'add-files'),
	...moveCommands('add-files', {
		keys: listKeys,
		measure: ({ screenRows }) => ({ page: treeRowsOf(screenRows) }),
	}),
]);
