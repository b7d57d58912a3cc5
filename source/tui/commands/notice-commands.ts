import { profileDialog } from '../../state/dialogs/profile-dialog.ts';
import type { Command } from './command.ts';

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
];
