import { choosingCommands, closeCommand, dialogCommands } from '../dialog-commands.ts';

/** Commands of the dialog that chooses a service. */
export const contextCommands = dialogCommands('context', [
	{
		id: 'context-show',
		keys: ['enter'],
		title: 'Show this service',
		hint: 'show',
		run: ({ state, dispatch, showContext }, { chosen }) => {
			const name = state.contexts.rows.list[chosen]?.name;
			dispatch({ type: 'close' });
			if (name !== undefined) showContext(name);
		},
	},
	closeCommand('context-close', ['escape', 'q'], 'Cancel'),
	...choosingCommands('context', ({ contexts }) => contexts.rows.list.length),
]);
