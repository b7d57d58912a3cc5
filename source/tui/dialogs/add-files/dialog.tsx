import { moveInTorrent } from '../../../state/adding/update.ts';
import { activeFiles } from '../../../state/files/active-files.ts';
import { type FilesSlice, lineCount } from '../../../state/files/files.ts';
import {
	filterSegments,
	pathLines,
	pathRowsOf,
	summarySegments,
} from '../../panes/downloads/tabs/files/texts.ts';
import { style } from '../../theme/theme.ts';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { Dialog, fixedRows, Line, part } from '../kit/index.ts';
import { addFilesCommands, treeRowsOf } from './commands.ts';
import { Tree } from './tree.ts';

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
		move: ({ path }, state, rows) => moveInTorrent(state, path, rows),
	},
	view: AddFilesDialog,
};
