import type { Command } from '../../command.ts';
import { giveChange } from '../../give-change.ts';

/** The answers to whether many downloads are to be told something. */
export const confirmCommands: readonly Command[] = [
	{
		id: 'confirm-do',
		scope: 'confirm',
		keys: ['enter', 'y'],
		title: 'Do it',
		hint: 'do it',
		run: (context) => {
			const top = context.state.dialogs.at(-1);
			if (top?.kind !== 'confirm') return;
			context.dispatch({ type: 'close' });
			giveChange(top.change, top, context);
		},
	},
	{
		id: 'confirm-leave',
		scope: 'confirm',
		keys: ['escape', 'n', 'q'],
		title: 'Leave them as they are',
		hint: 'leave',
		run: ({ dispatch }) => dispatch({ type: 'close' }),
	},
];
