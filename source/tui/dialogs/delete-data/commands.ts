import type { Command } from '../../commands/command.ts';
import { removeSubjects } from '../remove/commands.ts';

/** The answers to the second question before data are deleted. No key of the first question confirms this one. */
export const deleteDataCommands: readonly Command[] = [
	{
		id: 'delete-data-do',
		scope: 'delete-data',
		keys: ['y'],
		title: 'Remove and delete the data for good',
		hint: 'delete data',
		confirms: true,
		run: (context) => removeSubjects(context, true),
	},
	{
		id: 'delete-data-cancel',
		scope: 'delete-data',
		keys: ['escape', 'n', 'q'],
		title: 'Cancel',
		hint: 'cancel',
		run: ({ dispatch }) => dispatch({ type: 'close' }),
	},
];
