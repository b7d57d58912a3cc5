import { profileDialog } from '../../../state/dialogs/profile-dialog.ts';
import { inputDialog } from '../../../state/market/input-dialog.ts';
import type { Command } from '../../surfaces/command.ts';

/** Commands of a notice that has an action, while it is visible. */
export const noticeCommands: readonly Command[] = [
	{
		id: 'notice-profile',
		scope: 'notice',
		keys: ['enter'],
		title: 'Show the hottest functions of the profile',
		hint: 'hottest functions',
		urgent: () => true,
		run: ({ state: { journal }, dispatch }) => {
			const files = journal.notice?.profile;
			if (!files) return;
			dispatch({ type: 'journal', what: { type: 'dismiss' } });
			dispatch({ type: 'open', dialog: profileDialog(files) });
		},
	},
	{
		id: 'notice-input',
		scope: 'notice-input',
		keys: ['enter'],
		title: 'Give the wallet the input that it waits for',
		hint: 'wallet input',
		urgent: () => true,
		run: ({ state: { journal }, dispatch }) => {
			const required = journal.notice?.requiredInput;
			if (!required) return;
			dispatch({ type: 'journal', what: { type: 'dismiss' } });
			dispatch({ type: 'open', dialog: inputDialog(required) });
		},
	},
];
