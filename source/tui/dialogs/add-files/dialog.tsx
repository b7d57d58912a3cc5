import { choosingColumns } from '../../../columns/file-tree.ts';
import { shorten } from '../../../format/cells.ts';
import { sanitise } from '../../../format/sanitise.ts';
import { moveInTorrent } from '../../../state/adding/update.ts';
import { activeFiles } from '../../../state/files/active-files.ts';
import { type FilesSlice, lineCount } from '../../../state/files/files.ts';
import { composeLine, type Segment } from '../../components/compose-line.ts';
import { Frame, innerWidthOf } from '../../components/frame.tsx';
import {
	filterSegments,
	nothingFound,
	pathLines,
	pathRowsOf,
	summarySegments,
} from '../../panes/downloads/tabs/files/texts.ts';
import { useTreeLines } from '../../panes/downloads/tabs/files/tree-lines.ts';
import { style } from '../../theme/theme.ts';
import { spokenAddFiles } from '../add/spoken.ts';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { addFilesCommands } from './commands.ts';
import { treeRowsOf } from './rows.ts';

const WANTED_WIDTH = 110;

/** The files of a .torrent before it is added, as a tree like that of the files tab. */
export function AddFilesDialog({ dialog, state, theme, width, height }: DialogProps<'add-files'>) {
	const files = activeFiles(state);
	const inner = innerWidthOf(width, WANTED_WIDTH);
	const rows = treeRowsOf(height);
	const { lines, targetAt } = useTreeLines({
		files,
		columns: choosingColumns,
		theme,
		width: inner,
		height: rows + 1,
		focused: true,
		faint: false,
		part: 'dialog',
	});
	const local = state.adding.torrents.get(dialog.path);
	const name = local?.status === 'read' ? local.torrent.name : '';
	const shown = lineCount(files) === 0 ? nothingFound.map((line) => shorten(line, inner)) : lines;
	const empty = Array<string>(Math.max(0, Math.min(rows, sizeOf(files)) + 1 - shown.length)).fill('');
	const below = pathRowsOf(height);
	const path = pathLines(files, inner, below);
	const pathRoom = Array<string>(below - path.length).fill('');
	return (
		<Frame
			title={shorten(sanitise(name, inner * 4), Math.max(1, inner - 4))}
			theme={theme}
			screenWidth={width}
			screenHeight={height}
			innerWidth={WANTED_WIDTH}
			lines={[
				...shown,
				...empty,
				...path.map((line) => style(theme, 'faint', line)),
				...pathRoom,
				composeLine(
					theme,
					inner,
					[...summarySegments(files), ...nothingWanted(files)],
					filterSegments(files),
				),
			]}
			targetAt={targetAt}
		/>
	);
}

/** Returns the lines of the whole tree. Filtered and collapsed entries count, so that the frame keeps its size. */
function sizeOf({ all }: FilesSlice): number {
	return Math.max(nothingFound.length, all?.tree.parents.length ?? 0);
}

function nothingWanted({ all }: FilesSlice): Segment[] {
	return all?.figures.all.wantedFiles === 0
		? [{ text: ': without a file it is not added', token: 'warning' }]
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
	spoken: spokenAddFiles,
};
