import type { State } from '../../state/core/state.ts';
import { type DialogOf, topDialogOf } from '../../state/dialogs/open-dialogs.ts';
import type { DialogKind } from '../../state/surfaces/dialogs.ts';
import type { LineMove } from '../../state/surfaces/line-edit.ts';
import type { Command, CommandContext } from '../surfaces/command.ts';
import { listKeys, moveCommands, typingKeys } from '../surfaces/move-commands.ts';

/** A command of a dialog. Its scope is the kind of the dialog, and its functions receive the data of the dialog. */
export interface DialogCommand<Kind extends DialogKind> extends Omit<Command, 'scope' | 'when' | 'run'> {
	readonly when?: (state: State, dialog: DialogOf<Kind>) => true | string;
	readonly run: (context: CommandContext, dialog: DialogOf<Kind>) => void;
}

/** Returns the commands of a dialog. They act on the dialog on top. */
export function dialogCommands<Kind extends DialogKind>(
	kind: Kind,
	commands: readonly DialogCommand<Kind>[],
): readonly Command[] {
	return commands.map(
		({ when, run, ...command }): Command => ({
			...command,
			scope: kind,
			when: (state) => {
				const dialog = topDialogOf(state, kind);
				return dialog && when ? when(state, dialog) : true;
			},
			run: (context) => {
				const dialog = topDialogOf(context.state, kind);
				if (dialog) run(context, dialog);
			},
		}),
	);
}

/** A command of any dialog. */
type AnyDialogCommand = Omit<Command, 'scope'>;

/** Returns the command that closes the dialog on top, without another effect. */
export function closeCommand(
	id: string,
	keys: readonly string[],
	title = 'Close',
	hint: Command['hint'] = title.toLowerCase(),
): AnyDialogCommand {
	return { id, keys, title, hint, run: ({ dispatch }) => dispatch({ type: 'close' }) };
}

/** Lines per page of a list in a dialog. */
const PAGE_ROWS = 10;

/** Returns the commands that move through the list of a dialog. `lines`: its length. */
export function choosingCommands(
	scope: DialogKind,
	lines: (state: State) => number,
): readonly AnyDialogCommand[] {
	const keys = { ...listKeys, down: [...listKeys.down, 'ctrl-n'], up: [...listKeys.up, 'ctrl-p'] };
	return moveCommands(scope, { keys, measure: ({ state }) => ({ page: PAGE_ROWS, lines: lines(state) }) });
}

/** Returns the commands of a filter line; every other key types. */
export function filterLineCommands<Kind extends DialogKind>(
	scope: Kind,
	giveUp: DialogCommand<Kind>['run'],
): readonly Command[] {
	return dialogCommands(scope, [
		closeCommand(`${scope}-keep`, ['enter'], 'Apply the filter', 'apply'),
		{ id: `${scope}-undo`, keys: ['escape'], title: 'Cancel', hint: 'cancel', run: giveUp },
		...moveCommands(scope, {
			keys: typingKeys,
			hints: { down: 'down', up: 'up' },
			measure: ({ measure: { page } }) => ({ page }),
		}),
		...editCommands(scope),
	]);
}

interface Editing<Kind extends DialogKind> {
	/** Keys that the dialog uses otherwise. */
	readonly taken?: readonly string[];
	/** Returns whether there is text to edit, or why not. */
	readonly when?: NonNullable<DialogCommand<Kind>['when']>;
}

/** Returns the commands that edit the line of a dialog, without those whose keys are taken. */
export function editCommands<Kind extends DialogKind>(
	scope: Kind,
	{ taken = [], when }: Editing<Kind> = {},
): readonly DialogCommand<Kind>[] {
	const edit = (move: LineMove, keys: readonly string[], title: string): DialogCommand<Kind> => ({
		id: `${scope}-${move}`,
		keys: keys.filter((key) => !taken.includes(key)),
		title,
		...(when ? { when } : {}),
		run: ({ dispatch }) => dispatch({ type: 'edit-line', move }),
	});
	return [
		edit('backspace', ['backspace', 'ctrl-h'], 'Delete the character before the cursor'),
		edit('delete', ['delete', 'ctrl-d'], 'Delete the character at the cursor'),
		edit('left', ['left', 'ctrl-b'], 'Move one character left'),
		edit('right', ['right', 'ctrl-f'], 'Move one character right'),
		edit('home', ['home', 'ctrl-a'], 'Move to the beginning'),
		edit('end', ['end', 'ctrl-e'], 'Move to the end'),
		edit('delete-word', ['ctrl-w', 'alt-backspace'], 'Delete the word before the cursor'),
		edit('delete-to-start', ['ctrl-u'], 'Delete everything before the cursor'),
		edit('delete-to-end', ['ctrl-k'], 'Delete everything after the cursor'),
	].filter(({ keys }) => keys.length > 0);
}
