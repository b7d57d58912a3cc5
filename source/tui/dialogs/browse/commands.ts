import { dirname, join, resolve } from 'node:path';
import { type BrowseDialog, openDialogOf, parentEntry } from '../../../state/adding/adding.ts';
import { lineText } from '../../../state/line-edit.ts';
import type { State } from '../../../state/state.ts';
import type { Command, CommandContext } from '../../command.ts';
import { editCommands } from '../edit-commands.ts';
import { browseRowsOf } from './rows.ts';

function open({ dialogs }: State): BrowseDialog | undefined {
	const top = dialogs.at(-1);
	return top?.kind === 'browse' ? top : undefined;
}

function enterFolder({ dispatch }: CommandContext, folder: string): void {
	dispatch({ type: 'adding', what: { type: 'enter-folder', folder } });
}

function goUp(context: CommandContext): void {
	const dialog = open(context.state);
	if (dialog) enterFolder(context, dirname(dialog.folder));
}

/** The folder that is typed as a path; undefined while names are typed. */
function typedFolder(state: State, dialog: BrowseDialog): string | undefined {
	const typed = lineText(dialog.line).trim();
	const home = openDialogOf(state, 'add')?.place.home ?? '/';
	return /^(\/|~(\/|$))/.test(typed) ? resolve(typed.replace(/^~/, () => home)) : undefined;
}

function choose(stay: boolean) {
	return (context: CommandContext) => {
		const dialog = open(context.state);
		if (!dialog) return;
		const typed = typedFolder(context.state, dialog);
		const entry = dialog.view[dialog.chosen];
		if (typed !== undefined) enterFolder(context, typed);
		else if (entry === parentEntry) goUp(context);
		else if (entry?.isFolder) enterFolder(context, join(dialog.folder, entry.name));
		else if (entry) {
			const path = join(dialog.folder, entry.name);
			context.dispatch({ type: 'adding', what: { type: 'take', path, stay } });
			if (stay) context.dispatch({ type: 'move', rows: 1 });
		}
	};
}

const anything = (state: State) => {
	const dialog = open(state);
	return dialog && (dialog.view.length > 0 || typedFolder(state, dialog) !== undefined)
		? true
		: 'There is nothing to open here.';
};

const move =
	(rows: (page: number) => number) =>
	({ dispatch, screenRows }: CommandContext) =>
		dispatch({ type: 'move', rows: rows(browseRowsOf(screenRows)) });

/** What can be done while a .torrent file is looked for; every other key types. */
export const browseCommands: readonly Command[] = [
	{
		id: 'browse-open',
		scope: 'browse',
		keys: ['enter'],
		title: 'Open the folder, or take the file',
		hint: 'open or take',
		when: anything,
		run: choose(false),
	},
	{
		id: 'browse-take',
		scope: 'browse',
		keys: ['tab'],
		title: 'Take the file and look for more',
		hint: 'take, stay',
		when: anything,
		run: choose(true),
	},
	{
		id: 'browse-up-folder',
		scope: 'browse',
		keys: ['left'],
		title: 'To the folder above',
		hint: 'up',
		when: (state) => (open(state)?.folder === '/' ? 'There is no folder above.' : true),
		run: goUp,
	},
	{
		id: 'browse-into',
		scope: 'browse',
		keys: ['right'],
		title: 'Into the folder',
		when: (state) => {
			const dialog = open(state);
			return dialog?.view[dialog.chosen]?.isFolder ? true : 'This is no folder.';
		},
		run: choose(false),
	},
	{
		id: 'browse-backspace',
		scope: 'browse',
		keys: ['backspace', 'ctrl-h'],
		title: 'Delete the character before the cursor; when there is none, to the folder above',
		run: (context) => {
			const dialog = open(context.state);
			if (dialog?.line.characters.length === 0) goUp(context);
			else context.dispatch({ type: 'edit-line', move: 'backspace' });
		},
	},
	{
		id: 'browse-hidden',
		scope: 'browse',
		keys: ['ctrl-t', 'alt-.'],
		title: 'Show hidden files, or not',
		hint: 'hidden',
		run: ({ dispatch }) => dispatch({ type: 'adding', what: { type: 'hidden' } }),
	},
	{ id: 'browse-down', scope: 'browse', keys: ['down', 'ctrl-n'], title: 'Down', run: move(() => 1) },
	{ id: 'browse-up', scope: 'browse', keys: ['up', 'ctrl-p'], title: 'Up', run: move(() => -1) },
	{
		id: 'browse-page-down',
		scope: 'browse',
		keys: ['pagedown'],
		title: 'A page down',
		run: move((page) => page),
	},
	{ id: 'browse-page-up', scope: 'browse', keys: ['pageup'], title: 'A page up', run: move((page) => -page) },
	{
		id: 'browse-leave',
		scope: 'browse',
		keys: ['escape'],
		title: 'Leave without taking one',
		hint: 'leave',
		run: ({ dispatch }) => dispatch({ type: 'close' }),
	},
	...editCommands('browse', ['left', 'right', 'backspace', 'ctrl-h']),
];
