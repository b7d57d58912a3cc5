import { closeCommand, dialogCommands } from '../dialog-commands.ts';
import { removeSubjects } from '../remove/commands.ts';

/** The answers to the second question before data are deleted. No key of the first question confirms this one. */
export const deleteDataCommands = dialogCommands('delete-data', [
	{
		id: 'delete-data-do',
		keys: ['y'],
		title: 'Remove and delete the data for good',
		hint: 'delete data',
		confirms: true,
		run: (context, dialog) => removeSubjects(context, dialog, true),
	},
	closeCommand('delete-data-cancel', ['escape', 'n', 'q'], 'Cancel'),
]);
