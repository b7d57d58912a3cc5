import { dirname, join } from 'node:path';
import { type BrowseDialog, parentEntry } from '../../../state/adding/adding.ts';
import type { State } from '../../../state/core/state.ts';
import { openDialogOf, topDialogOf } from '../../../state/dialogs/open-dialogs.ts';
import { lineText } from '../../../state/surfaces/line-edit.ts';
import type { CommandContext } from '../../surfaces/command.ts';
import { moveCommands, typingKeys } from '../../surfaces/move-commands.ts';
import { closeCommand, dialogCommands, editCommands } from '../dialog-commands.ts';

/** Returns how many rows of a folder a screen of so many rows shows. */
export function browseRowsOf(screenRows: number): number {
	return Math.max(1, Math.min(24, screenRows - 6));
}

export const browseText = {
	noSuchName: 'There is no such name here.',
	nothingToOpen: 'There is nothing to open here.',
} as const;

/** Returns the number of selected files of the folder. */
function countOfSelected(state: State): number {
	const folder = topDialogOf(state, 'browse')?.folder;
	const sources = openDialogOf(state, 'add')?.addedSources ?? [];
	return sources.filter(({ kind, uri }) => kind === 'path' && dirname(uri) === folder).length;
}

function enterFolder({ dispatch }: CommandContext, folder: string): void {
	dispatch({ type: 'adding', what: { type: 'enter-folder', folder } });
}

function goUp(context: CommandContext, { folder }: BrowseDialog): void {
	enterFolder(context, dirname(folder));
}

/** Returns the text typed while the folder is still loading; enter takes it as a name. */
function typedAhead({ adding }: State, { folder, line }: BrowseDialog): string | undefined {
	const name = lineText(line).trim();
	return name === '' || adding.folders.has(folder) ? undefined : join(folder, name);
}

function choose(stay: boolean) {
	return (context: CommandContext, dialog: BrowseDialog) => {
		const ahead = typedAhead(context.state, dialog);
		const entry = dialog.view[dialog.chosen];
		const path = ahead ?? join(dialog.folder, entry?.name ?? '');
		const isFile = ahead === undefined ? entry?.isFolder === false : /\.torrent$/i.test(ahead);
		if (isFile) {
			context.dispatch({ type: 'adding', what: { type: 'take', path, stay } });
			if (stay) context.dispatch({ type: 'move', rows: 1 });
		} else if (ahead === undefined && entry === parentEntry) goUp(context, dialog);
		else enterFolder(context, path);
	};
}

/** Whether a space continues the typed filter: it has text, and the cursor was not moved since. */
function isTyping({ line, isMoved }: BrowseDialog): boolean {
	return line.characters.length > 0 && !isMoved;
}

function anything(state: State, dialog: BrowseDialog): true | string {
	if (typedAhead(state, dialog) !== undefined) return true;
	const isNothing = dialog.line.characters.length > 0 && dialog.found.length === 0;
	if (isNothing && dialog.view[dialog.chosen] === parentEntry) return browseText.noSuchName;
	return dialog.view.length > 0 ? true : browseText.nothingToOpen;
}

/** Commands of the file browser; every other key types. */
export const browseCommands = dialogCommands('browse', [
	{
		id: 'browse-open',
		keys: ['enter'],
		title: 'Open the folder, or add the file and close',
		hint: 'open',
		when: anything,
		run: choose(false),
	},
	{
		id: 'browse-take',
		keys: ['tab'],
		title: 'Select the file and go to the next one, or open the folder',
		when: anything,
		run: choose(true),
	},
	{
		id: 'browse-select',
		keys: ['space'],
		title: 'Select or deselect the file; after typed text, a space',
		hint: 'select',
		run: ({ dispatch }, dialog) => {
			const entry = dialog.view[dialog.chosen];
			if (!entry || entry.isFolder || isTyping(dialog)) {
				dispatch({ type: 'type-text', text: ' ' });
				return;
			}
			const path = join(dialog.folder, entry.name);
			dispatch({ type: 'adding', what: { type: 'take', path, stay: true } });
		},
	},
	{
		id: 'browse-up-folder',
		keys: ['left'],
		title: 'Go to the parent folder',
		hint: 'up',
		when: (_, { folder }) => (folder === '/' ? 'There is no parent folder.' : true),
		run: goUp,
	},
	{
		id: 'browse-into',
		keys: ['right'],
		title: 'Open the folder',
		when: (_, { view, chosen }) => (view[chosen]?.isFolder ? true : 'This is not a folder.'),
		run: choose(false),
	},
	{
		id: 'browse-backspace',
		keys: ['backspace', 'ctrl-h'],
		title: 'Delete the character before the cursor, or go to the parent folder',
		run: (context, dialog) => {
			if (dialog.line.characters.length === 0) goUp(context, dialog);
			else context.dispatch({ type: 'edit-line', move: 'backspace' });
		},
	},
	{
		id: 'browse-hidden',
		keys: ['ctrl-t', 'alt-.'],
		title: 'Show or hide hidden files',
		hint: 'hidden',
		run: ({ dispatch }) => dispatch({ type: 'adding', what: { type: 'hidden' } }),
	},
	...moveCommands('browse', {
		keys: typingKeys,
		measure: ({ screenRows }) => ({ page: browseRowsOf(screenRows) }),
	}),
	closeCommand('browse-leave', ['escape'], 'Close; selected files stay selected', (state) =>
		countOfSelected(state) > 0 ? `done (${countOfSelected(state)})` : 'cancel',
	),
	...editCommands('browse', { taken: ['left', 'right', 'backspace', 'ctrl-h'] }),
]);
