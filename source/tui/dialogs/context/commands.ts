import type { State } from '../../../state/core/state.ts';
import type { Command } from '../../commands/command.ts';
import { choosingCommands } from '../choosing-commands.ts';

/** Returns the name of the service under the cursor. */
function chosenName({ dialogs, contexts }: State): string | undefined {
	const top = dialogs.at(-1);
	return top?.kind === 'context' ? contexts.rows.list[top.chosen]?.name : undefined;
}

/** Commands of the dialog that chooses a service. */
export const contextCommands: readonly Command[] = [
	{
		id: 'context-show',
		scope: 'context',
		keys: ['enter'],
		title: 'Show this service',
		hint: 'show',
		run: ({ state, dispatch, showContext }) => {
			const name = chosenName(state);
			dispatch({ type: 'close' });
			if (name !== undefined) showContext(name);
		},
	},
	{
		id: 'context-close',
		scope: 'context',
		keys: ['escape', 'q'],
		title: 'Cancel',
		hint: 'cancel',
		run: ({ dispatch }) => dispatch({ type: 'close' }),
	},
	...choosingCommands('context', ({ contexts }) => contexts.rows.list.length),
];
