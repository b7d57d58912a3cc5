import { sendChange } from '../../actions/send-change.ts';
import type { Command, CommandContext } from '../../commands/command.ts';
import { listKeys, moveCommands } from '../../commands/move-commands.ts';
import type { Measure } from '../../surfaces/surface.ts';
import { confirmParts } from './layout.ts';

function measure({ state, screenColumns, screenRows }: CommandContext): Measure {
	const top = state.dialogs.at(-1);
	if (top?.kind !== 'confirm') return { page: 1 };
	const parts = confirmParts(top, state, screenColumns, screenRows);
	return { page: Math.max(1, parts.list), lines: top.subjects.length };
}

/** The answers to the confirmation of a change to many downloads. */
export const confirmCommands: readonly Command[] = [
	{
		id: 'confirm-do',
		scope: 'confirm',
		keys: ['enter', 'y'],
		title: 'Confirm',
		hint: 'confirm',
		confirms: true,
		run: (context) => {
			const top = context.state.dialogs.at(-1);
			if (top?.kind !== 'confirm') return;
			context.dispatch({ type: 'close' });
			sendChange(top.change, top, context);
		},
	},
	{
		id: 'confirm-leave',
		scope: 'confirm',
		keys: ['escape', 'n', 'q'],
		title: 'Cancel',
		hint: 'cancel',
		run: ({ dispatch }) => dispatch({ type: 'close' }),
	},
	...moveCommands({ scope: 'confirm', prefix: 'confirm', keys: listKeys, measure }),
];
