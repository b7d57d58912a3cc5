import type { State } from '../../../state/core/state.ts';
import { choosingCommands, closeCommand, dialogCommands } from '../dialog-commands.ts';

/** Returns the name of the service under the cursor. */
function chosenName({ dialogs, contexts }: State): string | undefined {
	const top = dialogs.at(-1);
	return top?.kind === 'context' ? contexts.rows.list[top.chosen]?.name : undefined;
}

/** Commands of the dialog that chooses a service. */
export const contextCommands = dialogCommands('context', [
	{
		id: 'context-show',
		keys: ['enter'],
		title: 'Show this service',
		hint: 'show',
		run: ({ state, dispatch, showContext }) => {
			const name = chosenName(state);
			dispatch({ type: 'close' });
			if (name !== undefined) showContext(name);
		},
	},
	closeCommand('context-close', ['escape', 'q'], 'Cancel'),
	...choosingCommands('context', ({ contexts }) => contexts.rows.list.length),
]);
