import { listKeys, moveCommands } from '../../commands/move-commands.ts';
import { treeCommands } from '../../panes/downloads/tabs/files/commands.ts';
import { pathRowsOf } from '../../panes/downloads/tabs/files/texts.ts';
import { FOOTER_HEIGHT } from '../../shell/layout.ts';
import { closeCommand, dialogCommands } from '../dialog-commands.ts';

/** Lines of the dialog besides tree and path: its border, the titles, and the selection. */
const OTHER_LINES = 4;

/** Returns how many lines of the tree a screen of so many rows shows. */
export function treeRowsOf(screenRows: number): number {
	return Math.max(1, Math.min(30, screenRows - FOOTER_HEIGHT - OTHER_LINES - pathRowsOf(screenRows)));
}

/** Commands of the file selection of a .torrent. They have the same keys as in the file tree of a download. */
export const addFilesCommands = dialogCommands('add-files', [
	closeCommand('add-files-close', ['escape', 'q'], 'Use these files and go back', 'done'),
	...treeCommands('add-files', 'add-files'),
	...moveCommands('add-files', {
		keys: listKeys,
		measure: ({ screenRows }) => ({ page: treeRowsOf(screenRows) }),
	}),
]);
