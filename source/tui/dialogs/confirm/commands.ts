import { topDialogOf } from '../../../state/dialogs/open-dialogs.ts';
import { sendChange } from '../../actions/send-change.ts';
import type { CommandContext } from '../../commands/command.ts';
import { listKeys, moveCommands } from '../../commands/move-commands.ts';
import type { Measure } from '../../surfaces/surface.ts';
import { closeCommand, dialogCommands } from '../dialog-commands.ts';
import { confirmParts } from './layout.ts';

function measure({ state, screenColumns, screenRows }: CommandContext): Measure {
	const top = topDialogOf(state, 'confirm');
	if (!top) return { page: 1 };
	const parts = confirmParts(top, state, screenColumns, screenRows);
	return { page: Math.max(1, parts.list), lines: top.subjects.length };
}

/** The answers to the confirmation of a change to many downloads. */
export const confirmCommands = dialogCommands('confirm', [
	{
		id: 'confirm-do',
		keys: ['enter', 'y'],
		title: 'Confirm',
		hint: 'confirm',
		confirms: true,
		run: (context, dialog) => {
			context.dispatch({ type: 'close' });
			sendChange(dialog.change, dialog, context);
		},
	},
	closeCommand('confirm-leave', ['escape', 'n', 'q'], 'Cancel'),
	...moveCommands('confirm', { keys: listKeys, measure }),
]);
