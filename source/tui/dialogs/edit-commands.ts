import type { DialogKind } from '../../state/dialogs/dialogs.ts';
import type { LineMove } from '../../state/dialogs/line-edit.ts';
import type { Command } from '../commands/command.ts';

interface Editing {
	/** Keys that the dialog uses otherwise. */
	readonly taken?: readonly string[];
	/** Returns whether there is text to edit, or why not. */
	readonly when?: NonNullable<Command['when']>;
}

/** Returns the commands that edit the line of a dialog, without those whose keys are taken. */
export function editCommands(scope: DialogKind, { taken = [], when }: Editing = {}): readonly Command[] {
	const edit = (move: LineMove, keys: readonly string[], title: string): Command => ({
		id: `${scope}-${move}`,
		scope,
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
