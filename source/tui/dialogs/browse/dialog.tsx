import { count } from '../../../columns/figures.ts';
import { bytes } from '../../../format/bytes.ts';
import { width } from '../../../format/cells.ts';
import { sanitize } from '../../../format/sanitize.ts';
import { shownName } from '../../../format/shown-name.ts';
import { parentEntry } from '../../../state/adding/adding.ts';
import { moveInFolder } from '../../../state/adding/browse-dialog.ts';
import { editAdding } from '../../../state/adding/update.ts';
import type { State } from '../../../state/core/state.ts';
import { openDialogOf, replaceTop } from '../../../state/dialogs/open-dialogs.ts';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { type ChoiceLine, Choices, Dialog, Field, Line } from '../kit/index.ts';
import { browseCommands, browseRowsOf } from './commands.ts';
import { folderText } from './texts.ts';

type Entry = DialogProps<'browse'>['dialog']['view'][number];

/** Maximum characters of a name. */
const MAX_NAME = 400;
const SIGN_CELLS = 2;
/** Cells before a size. */
const GAP_CELLS = 2;

/** Browses for a .torrent file: folders first, and a line that filters the entries. */
export function BrowseDialog({ dialog, state, ...screen }: DialogProps<'browse'>) {
	const { view, chosen, folder } = dialog;
	const selected = new Set(openDialogOf(state, 'add')?.addedSources.map(({ uri }) => uri));
	const below = folder === '/' ? '/' : `${folder}/`;
	const isEmpty = view.length === 0 || (view.length === 1 && view[0] === parentEntry);
	const text = folderText(state, dialog);
	return (
		<Dialog title={folder} spoken={`Look for a .torrent file in ${folder}`} columns={76} screen={screen}>
			<Field line={dialog.line} />
			<Choices
				count={view.length}
				chosen={chosen}
				rows={browseRowsOf(screen.height)}
				isCentered
				lineOf={(index, columns) => {
					const entry = view[index];
					if (!entry) return { left: [] };
					const path = below + entry.name;
					const choice = entryLine(entry, selected.has(path), sizeText(state, path), columns);
					// The line below speaks why there is nothing to choose.
					return isEmpty ? { ...choice, spoken: '' } : choice;
				}}
			/>
			<Line
				token="faint"
				isLive
				spoken={isEmpty ? `${sanitize(folder, MAX_NAME)}: ${text.replace('←', 'left arrow')}` : ''}
			>
				{text}
			</Line>
		</Dialog>
	);
}

/** Returns the size of a .torrent's content; '' for others and while it is unknown. */
function sizeText({ adding }: State, path: string): string {
	const size = adding.sizes.get(path);
	return size ? `${bytes(size.bytes)}, ${count(size.files)} file${size.files === 1 ? '' : 's'}` : '';
}

function entryLine(entry: Entry, isSelected: boolean, size: string, columns: number): ChoiceLine {
	const isParent = entry === parentEntry;
	const token = entry.isFolder ? 'key' : 'normal';
	const name = shownName(entry.name, MAX_NAME);
	const kind = entry.isFolder ? 'folder ' : '';
	return {
		left: [
			{ text: isSelected ? '● ' : '  ', token },
			{
				text: `${name}${entry.isFolder ? '/' : ''}${isParent ? '  parent folder' : ''}`,
				token,
				most: columns - SIGN_CELLS - (size === '' ? 0 : width(size) + GAP_CELLS),
			},
		],
		right: size === '' ? [] : [{ text: size, token: 'faint' }],
		spoken: isParent
			? 'parent folder'
			: `${kind}${name}${size === '' ? '' : `, ${size}`}${isSelected ? ', selected' : ''}`,
	};
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
};
