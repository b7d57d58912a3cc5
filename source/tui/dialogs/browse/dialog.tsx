import { fit, shorten } from '../../../format/cells.ts';
import { sanitise } from '../../../format/sanitise.ts';
import { shownName } from '../../../format/shown-name.ts';
import { parentEntry } from '../../../state/adding/adding.ts';
import { moveInFolder } from '../../../state/adding/browse-dialog.ts';
import { editAdding } from '../../../state/adding/update.ts';
import { openDialogOf, replaceTop } from '../../../state/dialogs/open-dialogs.ts';
import { composeLine } from '../../components/compose-line.ts';
import { choiceTargets } from '../../components/dialog-targets.ts';
import { Frame, innerWidthOf } from '../../components/frame.tsx';
import { textField } from '../../components/text-field.ts';
import { style } from '../../theme/theme.ts';
import { spokenBrowse } from '../add/spoken.ts';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { firstShown } from '../first-shown.ts';
import { browseCommands } from './commands.ts';
import { browseRowsOf } from './rows.ts';
import { folderText } from './texts.ts';

const WANTED_WIDTH = 76;

/** Browses for a .torrent file: folders first, and a line that filters the entries. */
export function BrowseDialog({ dialog, state, theme, width, height }: DialogProps<'browse'>) {
	const inner = innerWidthOf(width, WANTED_WIDTH);
	const { view, chosen, folder } = dialog;
	const rows = browseRowsOf(height);
	const first = firstShown(chosen, view.length, rows);
	const taken = new Set(openDialogOf(state, 'add')?.taken.map(({ uri }) => uri));
	const below = folder === '/' ? '/' : `${folder}/`;
	const lines = view.slice(first, first + rows).map((entry, index) => {
		const sign = taken.has(below + entry.name) ? '● ' : '  ';
		const name = `${shownName(entry.name, inner * 4)}${entry.isFolder ? '/' : ''}`;
		const told = entry === parentEntry ? `${name}  the folder above` : name;
		const text = fit(sign + shorten(told, inner - 2), inner);
		return style(theme, first + index === chosen ? 'selected' : entry.isFolder ? 'key' : 'normal', text);
	});
	return (
		<Frame
			title={shorten(sanitise(folder, inner * 4), Math.max(1, inner - 4))}
			theme={theme}
			screenWidth={width}
			screenHeight={height}
			innerWidth={WANTED_WIDTH}
			lines={[
				textField(dialog.line.characters, dialog.line.cursor, inner),
				...lines,
				// Constant height, so that the text field does not move.
				...Array<string>(Math.max(0, rows - lines.length)).fill(''),
				composeLine(theme, inner, [{ text: shorten(folderText(state, dialog), inner), token: 'faint' }]),
			]}
			targetAt={choiceTargets({ above: 1, first, count: view.length, room: rows })}
		/>
	);
}

export const browseDialog: DialogSurface<'browse'> = {
	kind: 'browse',
	title: 'Browse for a .torrent file',
	commands: browseCommands,
	list: {
		positions: ({ view }) => view.length,
		move: (dialog, state, rows) => replaceTop(state, moveInFolder(dialog, rows)),
	},
	field: { edit: (dialog, state, edit) => editAdding(state, dialog, edit) },
	view: BrowseDialog,
	spoken: spokenBrowse,
};
