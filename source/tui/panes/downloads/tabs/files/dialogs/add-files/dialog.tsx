import { activeFiles, moveInActiveFiles } from '../../../../../../../state/adding/active-files.ts';
import { type FilesSlice, lineCount } from '../../../../../../../state/files/files.ts';
import { FOOTER_HEIGHT } from '../../../../../../components/layout.ts';
import type { DialogProps, DialogSurface } from '../../../../../../dialogs/dialog.ts';
import { closeCommand, dialogCommands } from '../../../../../../dialogs/dialog-commands.ts';
import { Dialog, fixedRows, Line, part } from '../../../../../../dialogs/kit/index.ts';
import { listKeys, moveCommands } from '../../../../../../surfaces/move-commands.ts';
import { style } from '../../../../../../theme/theme.ts';
import { treeCommands } from '../../commands.ts';
import { filterSegments, pathLines, pathRowsOf, summarySegments } from '../../texts.ts';
import { Tree } from './tree.ts';

/** Lines of the dialog besides tree and path: its border, the titles, and the selection. */
const OTHER_LINES = 4;

/** Returns how many lines of the tree a screen of so many rows shows. */
function treeRowsOf(screenRows: number): number {
	return Math.max(1, Math.min(30, screenRows - FOOTER_HEIGHT - OTHER_LINES - pathRowsOf(screenRows)));
}

/** Commands of the file selection of a .torrent. They have the same keys as in the file tree of a download. */
const addFilesCommands = dialogCommands('add-files', [
	closeCommand('add-files-close', ['escape', 'q'], 'Use these files and go back', 'done'),
	...treeCommands('add-files', 'add-files'),
	...moveCommands('add-files', {
		keys: listKeys,
		measure: ({ screenRows }) => ({ page: treeRowsOf(screenRows) }),
	}),
]);

/** The files of a .torrent before it is added, as a tree like that of the files tab. */
export function AddFilesDialog({ dialog, state, ...screen }: DialogProps<'add-files'>) {
	const files = activeFiles(state);
	const local = state.adding.torrents.get(dialog.path);
	return (
		<Dialog
			title={local?.status === 'read' ? local.torrent.name : ''}
			spoken="The files of the torrent"
			columns={110}
			screen={screen}
		>
			<Tree files={files} most={treeRowsOf(screen.height)} />
			<PathUnderCursor files={files} lines={pathRowsOf(screen.height)} />
			<Line
				pieces={[...summarySegments(files), ...noneSelected(files)]}
				right={filterSegments(files)}
				isLive
			/>
		</Dialog>
	);
}

/** The whole path under the cursor. The tree speaks it. */
const PathUnderCursor = part<{ readonly files: FilesSlice; readonly lines: number }>({
	rows: ({ lines }) => fixedRows(lines),
	draw: ({ files }, { theme, columns, rows }) => ({
		lines: pathLines(files, columns, rows).map((line) => style(theme, 'faint', line)),
	}),
});

function noneSelected({ all }: FilesSlice) {
	return all?.figures.all.selectedFiles === 0
		? [{ text: ': select at least one to add it', token: 'warning' } as const]
		: [];
}

export const addFilesDialog: DialogSurface<'add-files'> = {
	kind: 'add-files',
	title: 'Choose files before adding',
	commands: addFilesCommands,
	list: {
		positions: (_, state) => lineCount(activeFiles(state)),
		move: (_, state, rows) => moveInActiveFiles(state, rows),
	},
	view: AddFilesDialog,
};
